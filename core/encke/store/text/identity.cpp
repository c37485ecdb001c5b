#include <algorithm>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/store/text/identity.hpp>
#include <string_view>

namespace encke::store {
namespace {

constexpr std::string_view plain = "\t\n\r\\";
constexpr std::string_view letters = "tnr\\";

void add_text(ByteHash& hash, const std::string& text) {
  const std::uint64_t size = text.size();
  hash.add(std::as_bytes(std::span(&size, 1)));
  hash.add(std::as_bytes(std::span(text)));
}

std::string quoted(const std::optional<std::string>& value) {
  constexpr std::size_t longest = 200;
  return value ? in_quotes(*value, longest) : "nothing";
}

}  // namespace

void Identity::add(std::string name, std::string value) {
  if (find(name) != nullptr) {
    throw Error(Failure::internal, "the identity of a run has '" + name + "' twice");
  }
  entries_.emplace_back(std::move(name), std::move(value));
}

const std::string* Identity::find(const std::string& name) const {
  for (const auto& entry : entries_) {
    if (entry.first == name) return &entry.second;
  }
  return nullptr;
}

std::uint64_t Identity::hash() const {
  auto sorted = entries_;
  std::sort(sorted.begin(), sorted.end());
  ByteHash hash;
  for (const auto& [name, value] : sorted) {
    add_text(hash, name);
    add_text(hash, value);
  }
  return hash.value();
}

std::vector<Difference> differences(const Identity& ours, const Identity& theirs,
                                    std::span<const std::string> free) {
  const auto is_free = [&](const std::string& name) {
    return std::find(free.begin(), free.end(), name) != free.end();
  };
  std::vector<Difference> found;
  for (const auto& [name, value] : ours.entries()) {
    const std::string* const other = theirs.find(name);
    if (is_free(name) || (other != nullptr && *other == value)) continue;
    found.push_back({name, value, other == nullptr ? std::nullopt : std::optional(*other)});
  }
  for (const auto& [name, value] : theirs.entries()) {
    if (is_free(name) || ours.find(name) != nullptr) continue;
    found.push_back({name, std::nullopt, value});
  }
  return found;
}

std::string text(const std::vector<Difference>& differences, const std::string& where) {
  std::string all;
  for (const auto& [name, ours, theirs] : differences) {
    if (!all.empty()) all += "; ";
    all += shortened(name) + ": " + quoted(ours) + " here, " + quoted(theirs) + " " + where;
  }
  return all;
}

std::string escaped(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const std::size_t special = plain.find(c);
    if (special == std::string_view::npos) {
      out += c;
    } else {
      out.append(1, '\\').append(1, letters[special]);
    }
  }
  return out;
}

std::optional<std::string> unescaped(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      if (plain.find(text[at]) != std::string_view::npos) return std::nullopt;
      out += text[at];
      continue;
    }
    if (++at == text.size()) return std::nullopt;
    const std::size_t special = letters.find(text[at]);
    if (special == std::string_view::npos) return std::nullopt;
    out += plain[special];
  }
  return out;
}

}  // namespace encke::store
