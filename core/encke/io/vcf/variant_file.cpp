#include <encke/base/error.hpp>
#include <encke/io/vcf/variant_file.hpp>

#if defined(ENCKE_HAS_HTSLIB)
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <encke/base/text/printable.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/vcf/hts/handles.hpp>
#include <encke/io/vcf/hts/indexed_chunks.hpp>
#include <optional>
#endif

namespace encke::io {

#if defined(ENCKE_HAS_HTSLIB)

namespace {

/// CRAM and other formats of HTSlib, which might open further files, never get there.
void check_first_bytes(const InputFile& file) {
  std::array<std::byte, 4> bytes{};
  const std::size_t found =
      std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(file.size()));
  if (found == 0) throw MalformedInput({.file = file.path()}, "the file is empty");
  file.read_at(0, std::span(bytes).first(found));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), found);
  for (const std::string_view good : {"\x1f\x8b", "BCF\2", "##fi"}) {
    if (text.starts_with(good)) return;
  }
  throw MalformedInput({.file = file.path(), .offset = 0},
                       "neither a VCF (##fileformat=VCF) nor a BCF, nor such a file compressed by "
                       "bgzip or gzip");
}

/// The numbers that a BCF's header gives its names, for which HTSlib takes memory.
void check_numbers(const std::string& path, const std::string& text) {
  constexpr std::string_view word = "IDX=";
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    std::uint64_t number = 0;
    const char* const begin = text.data() + at + word.size();
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
    if (error == std::errc{} && number <= text.size()) continue;
    throw MalformedInput({.file = path},
                         "the BCF's header gives a name a number (IDX) beyond the "
                         "number of its names");
  }
}

void split_lines(std::string_view text, std::vector<std::string>& lines) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

bool reads_vcf() { return true; }

struct VariantFile::State {
  explicit State(const std::string& of) : path(of) {}

  void open();
  void read_bcf_header();
  void read_vcf_header();
  bool read_line();
  bool is_bgzip() const { return file->format.compression == bgzf; }
  BGZF* blocks() const { return file->fp.bgzf; }
  [[noreturn]] void refuse(const std::string& why) const {
    throw MalformedInput({.file = path}, why);
  }
  /// Throws where a function of HTSlib has not read what it should have.
  [[noreturn]] void refuse_damage() const {
    if (errno == EIO || errno == ESTALE) {
      throw Error(Failure::read, fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
    }
    refuse(fmt::format("damaged or cut off {} {}",
                       header_is_read ? "behind" : "in the header, behind",
                       is_bcf ? fmt::format("record {}", number) : fmt::format("line {}", number)));
  }
  std::string path;
  hts::Quiet quiet;
  hts::File file;
  bool is_bcf = false;
  bool header_is_read = false;
  std::vector<std::string> lines;
  hts::Header header;
  hts::Record record;
  int gt = -1;  ///< number of the key GT in a BCF
  hts::Line line;
  bool has_line = false;  ///< the first record has been read with the header
  Index number = 0;
  std::optional<hts::IndexedChunks> chunks;  ///< where ranges are read
};

void VariantFile::State::open() {
  const InputFile checked(path);
  check_first_bytes(checked);
  const PosixFile own = PosixFile::open_to_read(path);
  const int descriptor = ::dup(own.descriptor());
  hFILE* const stream = descriptor < 0 ? nullptr : hdopen(descriptor, "r");
  if (stream == nullptr) {
    if (descriptor >= 0) ::close(descriptor);
    throw Error(Failure::open, fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
  }
  file.reset(hts_hopen(stream, hts::without_scheme(path).c_str(), "r"));
  if (!file) {
    hclose_abruptly(stream);
    refuse("neither a VCF nor a BCF");
  }
  const htsExactFormat format = file->format.format;
  if (format != vcf && format != bcf) refuse("neither a VCF nor a BCF");
  is_bcf = format == bcf;
  // without it, a file that was cut off between two blocks would be taken for a whole one
  if (is_bgzip() && bgzf_check_EOF(blocks()) != 1) {
    refuse("the file is cut off: the block that ends a file of bgzip expected at its end");
  }
}

void VariantFile::State::read_bcf_header() {
  constexpr std::size_t piece = std::size_t{1} << 20;
  std::array<char, 9> start{};
  const auto read = [&](char* to, std::size_t bytes) {
    errno = 0;
    if (bgzf_read(blocks(), to, bytes) != static_cast<ssize_t>(bytes)) refuse_damage();
  };
  read(start.data(), start.size());
  if (std::memcmp(start.data(), "BCF\2\2", 5) != 0 &&
      std::memcmp(start.data(), "BCF\2\1", 5) != 0) {
    refuse("a BCF of version 2.1 or 2.2 expected");
  }
  std::uint32_t left = 0;
  std::memcpy(&left, start.data() + 5, sizeof left);
  std::string text;  // grows with what is there, not with what is claimed
  while (left > 0) {
    const std::size_t more = std::min<std::size_t>(left, piece);
    text.resize(text.size() + more);
    read(text.data() + text.size() - more, more);
    left -= static_cast<std::uint32_t>(more);
  }
  text.resize(std::min(text.find('\0'), text.size()));
  check_numbers(path, text);
  split_lines(text, lines);
  header.reset(bcf_hdr_init("r"));
  record.reset(bcf_init());
  if (!header || !record) throw OutOfMemory("the header of " + path, 1 << 20, 0);
  if (bcf_hdr_parse(header.get(), text.data()) < 0) refuse("the BCF's header cannot be read");
  gt = bcf_hdr_id2int(header.get(), BCF_DT_ID, "GT");
}

bool VariantFile::State::read_line() {
  errno = 0;
  const int read = hts_getline(file.get(), '\n', &line);
  if (read < -1) refuse_damage();
  if (read < 0) return false;
  ++number;
  return true;
}

void VariantFile::State::read_vcf_header() {
  while (read_line()) {
    if (line.l == 0) continue;
    if (line.s[0] != '#') {
      has_line = true;
      return;
    }
    split_lines({line.s, line.l}, lines);
  }
}

VariantFile::VariantFile(const std::string& path) : state_(std::make_unique<State>(path)) {
  state_->open();
  if (state_->is_bcf) {
    state_->read_bcf_header();
  } else {
    state_->read_vcf_header();
  }
  state_->header_is_read = true;
}

bool VariantFile::is_bcf() const { return state_->is_bcf; }
const std::vector<std::string>& VariantFile::header() const { return state_->lines; }
Index VariantFile::number() const { return state_->chunks ? 0 : state_->number; }

void VariantFile::restrict_to(const std::string& ranges) {
  State& state = *state_;
  state.chunks.emplace(state.path, *state.file, state.header.get(), ranges);
  state.has_line = false;
}

bool VariantFile::is_wanted(std::string_view chromosome, Index position) const {
  return !state_->chunks || state_->chunks->range().contains(chromosome, position);
}

bool VariantFile::next(std::string_view& line) {
  State& state = *state_;
  do {
    if (state.has_line) {
      state.has_line = false;
    } else if ((state.chunks && !state.chunks->advance()) || !state.read_line()) {
      return false;
    }
  } while (state.line.l == 0);
  line = {state.line.s, state.line.l};
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

bool VariantFile::next(BcfRecord& record) {
  State& state = *state_;
  if (state.chunks && !state.chunks->advance()) return false;
  errno = 0;
  bcf1_t* const read = state.record.get();
  const int result = bcf_read(state.file.get(), state.header.get(), read);
  if (result == -1) return false;
  if (result < 0) state.refuse_damage();
  ++state.number;
  const auto samples = static_cast<std::uint32_t>(bcf_hdr_nsamples(state.header.get()));
  if (read->errcode != 0 || read->rid < 0 || read->n_allele == 0 || read->n_sample != samples ||
      bcf_unpack(read, BCF_UN_STR | BCF_UN_FLT | BCF_UN_FMT) != 0) {
    state.refuse(fmt::format("record {} is damaged", state.number));
  }
  const char* const chromosome = bcf_hdr_id2name(state.header.get(), read->rid);
  if (chromosome == nullptr) {
    state.refuse(fmt::format("record {}: its chromosome is not in the header", state.number));
  }
  record.chromosome = chromosome;
  record.position = read->pos + 1;
  record.id = read->d.id;
  record.alleles.assign(read->d.allele, read->d.allele + read->n_allele);
  record.passes = read->d.n_flt == 0 || (read->d.n_flt == 1 && read->d.flt[0] == 0);
  const bcf_fmt_t* const calls = bcf_get_fmt_id(read, state.gt);
  record.has_calls = state.gt >= 0 && calls != nullptr && calls->n > 0;
  if (!record.has_calls) return true;
  record.width = calls->type == BCF_BT_INT8    ? 1
                 : calls->type == BCF_BT_INT16 ? 2
                 : calls->type == BCF_BT_INT32 ? 4
                                               : 0;
  record.ploidy = calls->n;
  const Index bytes = record.width * record.ploidy * static_cast<Index>(samples);
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(read->indiv.s);
  if (record.width == 0 || calls->p < begin ||
      bytes > static_cast<Index>(read->indiv.l) - (calls->p - begin)) {
    state.refuse(fmt::format("record {}: its GT is damaged", state.number));
  }
  record.calls = {calls->p, static_cast<std::size_t>(bytes)};
  return true;
}

#else

bool reads_vcf() { return false; }

struct VariantFile::State {};

VariantFile::VariantFile(const std::string& path) {
  throw Error(Failure::inconsistent,
              path + ": cannot be read: this Encke was built without HTSlib");
}
bool VariantFile::is_bcf() const { return false; }
const std::vector<std::string>& VariantFile::header() const {
  static const std::vector<std::string> none;
  return none;
}
void VariantFile::restrict_to(const std::string& /*ranges*/) {}
bool VariantFile::is_wanted(std::string_view /*chromosome*/, Index /*position*/) const {
  return false;
}
bool VariantFile::next(std::string_view& /*line*/) { return false; }
bool VariantFile::next(BcfRecord& /*record*/) { return false; }
Index VariantFile::number() const { return 0; }

#endif

VariantFile::~VariantFile() = default;

}  // namespace encke::io
