#include <unistd.h>

#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/store/text/manifest.hpp>
#include <string_view>
#include <utility>

namespace encke::store {
namespace {

// The lines, before their tab and hash:
//   encke-run 1
//   identity NAME VALUE   one for each entry, escaped; fields are separated by tabs
//   files                 the identity is complete
//   file NAME BYTES TILES HITS CHECKSUM
constexpr std::string_view first_word = "encke-run";
constexpr std::string_view version_text = "1";
constexpr std::string_view files_line = "files";
constexpr std::size_t hash_digits = 16;

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// `line` as it stands in the file, where what precedes has this hash. Moves the hash on.
std::string sealed(std::string line, ByteHash& hash) {
  hash.add(bytes_of_text(line));
  const std::string end = "\t" + hash.text() + "\n";
  hash.add(bytes_of_text(end));
  return line + end;
}

/// The text of a whole line, without its hash; nothing where it is not as it was written.
std::optional<std::string> opened(std::string_view line, ByteHash& hash) {
  if (line.size() < hash_digits + 1) return std::nullopt;
  const std::string_view text = line.substr(0, line.size() - hash_digits - 1);
  ByteHash ours = hash;
  if (sealed(std::string(text), ours) != std::string(line) + "\n") return std::nullopt;
  hash = ours;
  return std::string(text);
}

/// What one line after the first adds; false where it is none.
class Reader {
 public:
  explicit Reader(ManifestContent& content) : content_(content) {}

  bool complete() const { return in_files_; }

  bool take(const std::string& line) {
    const auto tab = line.find('\t');
    const std::string word = line.substr(0, tab);
    const std::string rest = tab == std::string::npos ? "" : line.substr(tab + 1);
    if (in_files_) {
      if (word != "file") return false;
      const auto file = block_file_in(rest);
      if (file) content_.files.push_back(*file);
      return file.has_value();
    }
    in_files_ = line == files_line;
    return in_files_ || (word == "identity" && take_entry(rest));
  }

 private:
  bool take_entry(const std::string& text) {
    const auto tab = text.find('\t');
    if (tab == std::string::npos) return false;
    const auto name = unescaped(text.substr(0, tab));
    const auto value = unescaped(text.substr(tab + 1));
    if (!name || !value || content_.identity.find(*name) != nullptr) return false;
    content_.identity.add(*name, *value);
    return true;
  }

  ManifestContent& content_;
  bool in_files_ = false;
};

std::string first_line() { return std::string(first_word) + "\t" + std::string(version_text); }

std::string text_of_damage(const std::string& path, Index line) {
  return path + ":" + std::to_string(line) + ": the line is not as it was written";
}

std::string whole_file(const std::string& path) {
  const PosixFile file = PosixFile::open_to_read(path);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

ManifestContent Manifest::read(const std::string& path) {
  ManifestContent content = read_good_lines(path);
  if (!content.damage.empty()) {
    throw Error(Failure::checksum,
                content.damage + "; 'encke verify --repair' makes the list again from the files");
  }
  return content;
}

ManifestContent Manifest::read_good_lines(const std::string& path) {
  const std::string all = whole_file(path);
  ManifestContent content;
  Reader reader(content);
  std::size_t at = 0;
  for (Index number = 1; at < all.size(); ++number) {
    const std::size_t end = all.find('\n', at);
    const auto line = end == std::string::npos
                          ? std::nullopt
                          : opened(std::string_view(all).substr(at, end - at), content.hash);
    if (!line) {
      // Only an append can be cut short: the lines up to `files` came with the file's name.
      if (!reader.complete()) throw Error(Failure::checksum, text_of_damage(path, number));
      content.torn = end == std::string::npos;
      if (!content.torn) content.damage = text_of_damage(path, number);
      return content;
    }
    if (number == 1 && *line != first_line()) {
      throw Error(Failure::inconsistent, path + ": not a manifest of format version " +
                                             std::string(version_text) + ": it begins with " +
                                             in_quotes(*line));
    }
    if (number > 1 && !reader.take(*line)) {  // though its hash is right
      if (!reader.complete()) throw Error(Failure::checksum, text_of_damage(path, number));
      content.damage = text_of_damage(path, number);
      return content;
    }
    at = end + 1;
    content.bytes = static_cast<Index>(at);
  }
  if (!reader.complete()) {
    throw Error(Failure::checksum, path + ": the manifest ends before its list of files");
  }
  return content;
}

void Manifest::create(const std::string& path, const Identity& identity,
                      std::span<const BlockFile> files) {
  ByteHash hash;
  std::string all = sealed(first_line(), hash);
  for (const auto& [name, value] : identity.entries()) {
    all += sealed("identity\t" + escaped(name) + "\t" + escaped(value), hash);
  }
  all += sealed(std::string(files_line), hash);
  for (const BlockFile& file : files) all += sealed("file\t" + text(file), hash);

  PosixFile file = PosixFile::create_unique(path + ".tmp");
  try {
    file.write(bytes_of_text(all));
    file.sync();
    file.close();
    rename_durably(file.path(), path);
  } catch (...) {
    ::unlink(file.path().c_str());
    throw;
  }
}

Manifest Manifest::open(const std::string& path) {
  Manifest manifest;
  manifest.content_ = read(path);
  manifest.file_ = PosixFile::open_to_change(path);
  if (manifest.content_.torn) {
    manifest.file_.resize(manifest.content_.bytes);
    manifest.file_.sync();
    manifest.content_.torn = false;
  }
  return manifest;
}

void Manifest::append(std::span<const BlockFile> files) {
  ByteHash hash = content_.hash;
  std::string lines;
  for (const BlockFile& file : files) lines += sealed("file\t" + text(file), hash);
  try {
    file_.write_at(content_.bytes, bytes_of_text(lines));
    file_.sync();
  } catch (const Error&) {
    try {
      file_.resize(content_.bytes);
    } catch (const Error&) {
      // The first error says what is wrong; half a line at the end does no harm.
    }
    throw;
  }
  content_.hash = hash;
  content_.bytes += static_cast<Index>(lines.size());
  content_.files.insert(content_.files.end(), files.begin(), files.end());
}

}  // namespace encke::store
