#include <cstring>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

// Domains as texts and as bytes, for stored runs.
namespace encke {
namespace {

constexpr std::string_view stored_name = "encke domain 1\n";

[[noreturn]] void refuse_stored() {
  throw Error(Failure::checksum, "the bytes are not those of a stored domain");
}

template <class T>
std::string hash_of(std::span<const T> values) {
  ByteHash hash;
  hash.add(std::as_bytes(values));
  return hash.text();
}

}  // namespace

std::string Domain::text() const {
  if (!what_) return "all";
  std::string text;
  if (const int sets = what_->members.sets(); sets > 0) {
    const std::span classes(what_->members.classes(), static_cast<std::size_t>(what_->vectors));
    text += std::to_string(sets) + " sets " + hash_of(classes) + " ";
  }
  if (what_->beyond) text += "beyond ";
  if (what_->window) text += "window " + hash_of(what_->window->ends()) + " ";
  return text + "of " + std::to_string(what_->vectors) + " vectors";
}

std::string Domain::stored() const {
  if (!what_) return "";
  const SetMembers& members = what_->members;
  std::string bytes(stored_name);
  const std::int64_t numbers[] = {what_->vectors, members.sets(), what_->window ? 1 : 0,
                                  what_->beyond ? 1 : 0};
  const auto add = [&bytes](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  };
  add(numbers, sizeof numbers);
  if (members.sets() > 0) add(members.classes(), static_cast<std::size_t>(what_->vectors));
  if (what_->window) add(what_->window->ends().data(), what_->window->ends().size_bytes());
  return bytes;
}

Domain Domain::from_stored(std::string_view bytes) {
  if (bytes.empty()) return {};
  const auto take = [&bytes](void* data, std::size_t size) {
    if (size > bytes.size()) refuse_stored();
    if (size > 0) std::memcpy(data, bytes.data(), size);
    bytes.remove_prefix(size);
  };
  if (!bytes.starts_with(stored_name)) refuse_stored();
  bytes.remove_prefix(stored_name.size());
  std::int64_t numbers[4] = {};
  take(numbers, sizeof numbers);
  const auto [vectors, sets, windows, beyond] = numbers;
  const bool sound = vectors >= 0 && static_cast<std::uint64_t>(vectors) <= bytes.size() &&
                     (sets == 0 || sets == 2 || sets == 3) && windows >> 1 == 0 &&
                     (beyond == 0 || beyond == windows) && (sets > 0 || windows > 0);
  if (!sound) refuse_stored();
  What what{.vectors = vectors, .beyond = beyond != 0};
  const auto size = static_cast<std::size_t>(vectors);
  if (sets > 0) {
    std::vector<std::uint8_t> classes(size);
    take(classes.data(), size);
    what.members = SetMembers(std::move(classes), static_cast<int>(sets));
  }
  if (windows > 0) {
    std::vector<std::uint32_t> ends(size);
    take(ends.data(), size * sizeof ends[0]);
    what.window = Window::of_ends(std::move(ends));
  }
  if (!bytes.empty()) refuse_stored();
  return Domain(std::move(what));
}

}  // namespace encke
