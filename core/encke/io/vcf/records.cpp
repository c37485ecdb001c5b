#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/vcf/records.hpp>

namespace encke::io {
namespace {

/// Takes what precedes the next `end` off the text, and the end; all of it where there is none.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

class TextRecords final : public VariantRecords {
 public:
  using VariantRecords::VariantRecords;

  bool read_calls(CallRules& rules, std::uint8_t* row) override {
    const RefuseCall refuse = [this](Index s, const std::string& why) { refuse_call(s, why); };
    return read_text_calls(columns_, gt_, samples(), {site_.alts, refuse}, rules, row);
  }

 private:
  enum Column { chrom, pos, id, ref, alt, qual, filter, info, format, columns };

  bool read_site() override {
    std::string_view line;
    if (!file_.next(line)) return false;
    site_ = {};
    std::array<std::string_view, columns> fixed;
    for (int c = 0; c < columns; ++c) {
      if (line.empty()) {
        refuse(fmt::format("{} columns found, {} expected", c, columns + samples()));
      }
      fixed[static_cast<std::size_t>(c)] = take_until(line, '\t');
    }
    columns_ = line;
    site_.chromosome = fixed[chrom];
    const std::string_view place = fixed[pos];
    const auto [end, error] =
        std::from_chars(place.data(), place.data() + place.size(), site_.position);
    if (error != std::errc{} || end != place.data() + place.size() || site_.position < 0) {
      refuse(fmt::format("POS {} found, a number expected", in_quotes(place)));
    }
    site_.id = fixed[id];
    site_.ref = fixed[ref];
    site_.alt = fixed[alt];
    site_.alts = 1 + std::count(site_.alt.begin(), site_.alt.end(), ',');
    site_.passes = fixed[filter] == "PASS" || fixed[filter] == ".";
    find_calls(fixed[format]);
    return true;
  }

  void find_calls(std::string_view keys) {
    for (gt_ = 0; !keys.empty(); ++gt_) {
      site_.has_calls = take_until(keys, ':') == "GT";
      if (site_.has_calls) return;
    }
  }

  std::string_view columns_;
  Index gt_ = 0;
};

class BinaryRecords final : public VariantRecords {
 public:
  using VariantRecords::VariantRecords;

  bool read_calls(CallRules& rules, std::uint8_t* row) override {
    const RefuseCall refuse = [this](Index s, const std::string& why) { refuse_call(s, why); };
    return read_binary_calls(record_.calls, record_.width, record_.ploidy, samples(),
                             {site_.alts, refuse}, rules, row);
  }

 private:
  bool read_site() override {
    if (!file_.next(record_)) return false;
    site_.chromosome = record_.chromosome;
    site_.position = record_.position;
    site_.id = record_.id;
    site_.ref = record_.alleles[0];
    site_.alt = record_.alleles.size() > 1 ? "" : ".";
    site_.alts = std::max<Index>(1, std::ssize(record_.alleles) - 1);
    for (std::size_t a = 1; a < record_.alleles.size(); ++a) {
      if (a > 1) site_.alt += ',';
      site_.alt += record_.alleles[a];
    }
    site_.passes = record_.passes;
    site_.has_calls = record_.has_calls;
    return true;
  }

  BcfRecord record_;
};

}  // namespace

VcfHeader read_vcf_header(const std::string& path, const std::vector<std::string>& lines) {
  if (lines.empty() || !lines.front().starts_with("##fileformat=VCF")) {
    throw MalformedInput({.file = path, .line = 1}, "##fileformat=VCF expected");
  }
  if (!lines.back().starts_with("#CHROM\t")) {
    throw MalformedInput({.file = path}, "no line #CHROM, which names columns and samples");
  }
  VcfHeader header;
  std::string_view names = lines.back();
  for (int column = 0; !names.empty(); ++column) {
    const std::string_view name = take_until(names, '\t');
    if (column >= 9) header.samples.emplace_back(name);
  }
  if (header.samples.empty()) {
    throw Error(Failure::inconsistent, path + ": no samples, whose genotypes are expected");
  }
  if (const Duplicates same = find_duplicates(header.samples); same.count > 0) {
    throw MalformedInput({.file = path},
                         fmt::format("two samples are named {}", in_quotes(same.first)));
  }
  for (const std::string& line : lines) {
    if (line.starts_with("##FORMAT=<ID=GT,")) return header;
  }
  throw Error(Failure::inconsistent, path + ": no genotypes: the header has no FORMAT named GT");
}

bool VariantRecords::next() {
  while (read_site()) {
    if (file_.is_wanted(site_.chromosome, site_.position)) return true;
  }
  return false;
}

void VariantRecords::refuse(const std::string& why) const {
  const Index number = file_.number();
  if (number > 0 && !file_.is_bcf()) throw MalformedInput({.file = path_, .line = number}, why);
  const std::string record = number > 0 ? fmt::format("record {}, ", number) : "";
  throw MalformedInput({.file = path_},
                       fmt::format("{}position {} of {}: {}", record, site_.position,
                                   shortened(site_.chromosome), why));
}

void VariantRecords::refuse_call(Index sample, const std::string& why) const {
  refuse(fmt::format("sample {}: {}", shortened(header_.samples[static_cast<std::size_t>(sample)]),
                     why));
}

std::unique_ptr<VariantRecords> open_records(VariantFile& file, const std::string& path,
                                             const VcfHeader& header) {
  if (file.is_bcf()) return std::make_unique<BinaryRecords>(file, path, header);
  return std::make_unique<TextRecords>(file, path, header);
}

}  // namespace encke::io
