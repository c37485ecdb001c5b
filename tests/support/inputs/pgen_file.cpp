#include "pgen_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <encke/base/index.hpp>

namespace encke::test {
namespace {

constexpr Index block = 65536;

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int b = 0; b < bytes; ++b) text += static_cast<char>(value >> 8 * b & 255);
  return text;
}

std::string varint(std::uint64_t value) {
  std::string text;
  for (; value >= 128; value >>= 7) text += static_cast<char>((value & 127) | 128);
  return text + static_cast<char>(value);
}

/// Numbers of 1, 2 or 4 bits each.
template <class Numbers>
std::string packed(const Numbers& numbers, unsigned bits) {
  std::string text(divide_up(std::ssize(numbers) * bits, 8), '\0');
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t bit = i * bits;
    text[bit / 8] = static_cast<char>(text[bit / 8] | numbers[i] << bit % 8);
  }
  return text;
}

/// Samples, rising, and their genotypes.
struct Differences {
  std::vector<std::uint64_t> samples;
  std::vector<std::uint8_t> values;
};

std::string difflist(const Differences& differences, Index of) {
  const std::size_t count = differences.samples.size();
  std::string text = varint(count);
  if (count == 0) return text;
  // as PLINK 2 does: the specification says 1 of 256, 2 of 65,536
  const int id_bytes = of < 256 ? 1 : of < 65536 ? 2 : of < 1 << 24 ? 3 : 4;
  std::string sizes, steps;
  std::size_t group = 0;  // where the last one begins in `steps`
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t sample = differences.samples[i];
    if (i % 64 != 0) {
      steps += varint(sample - differences.samples[i - 1]);
      continue;
    }
    text += little_endian(sample, id_bytes);
    if (i > 0) sizes += static_cast<char>(steps.size() - group - 63);
    group = steps.size();
  }
  return text + sizes + packed(differences.values, 2) + steps;
}

template <class Expected>
Differences differences_from(std::span<const std::uint8_t> genotypes, Expected expected) {
  Differences found;
  for (std::size_t s = 0; s < genotypes.size(); ++s) {
    if (expected(s, genotypes[s])) continue;
    found.samples.push_back(s);
    found.values.push_back(genotypes[s]);
  }
  return found;
}

std::string two_common(std::span<const std::uint8_t> genotypes) {
  std::array<std::pair<std::ptrdiff_t, unsigned>, 4> counts;
  for (unsigned g = 0; g < 4; ++g) {
    counts[g] = {-std::count(genotypes.begin(), genotypes.end(), g), g};
  }
  std::sort(counts.begin(), counts.end());
  const unsigned low = std::min(counts[0].second, counts[1].second);
  const unsigned high = std::max(counts[0].second, counts[1].second);
  // 01, 02, 03, 12, 13, 23
  constexpr unsigned pairs[4][4] = {{0, 1, 2, 3}, {0, 0, 5, 6}, {0, 0, 0, 9}, {}};
  std::vector<std::uint8_t> flags;
  for (const auto g : genotypes) flags.push_back(g == high ? 1 : 0);
  const auto others =
      differences_from(genotypes, [&](std::size_t, unsigned g) { return g == low || g == high; });
  return static_cast<char>(pairs[low][high]) + packed(flags, 1) +
         difflist(others, std::ssize(genotypes));
}

}  // namespace

std::string pgen_record(std::span<const std::uint8_t> genotypes, unsigned type,
                        std::span<const std::uint8_t> base) {
  const Index samples = std::ssize(genotypes);
  const std::string tracks = type < 8 ? "" : "\x7f\xff other tracks";
  const unsigned form = type & 7;
  if (form == 0) return packed(genotypes, 2) + tracks;
  if (form == 1) return two_common(genotypes) + tracks;
  const auto inverted = [](unsigned g) { return g == 0 ? 2U : g == 2 ? 0U : g; };
  std::vector<std::uint8_t> stored(genotypes.begin(), genotypes.end());
  if (form == 3) {
    for (auto& g : stored) g = static_cast<std::uint8_t>(inverted(g));
  }
  const auto differences = differences_from(
      stored, [&](std::size_t s, unsigned g) { return g == (form < 4 ? base[s] : form - 4); });
  return difflist(differences, samples) + tracks;
}

namespace {

struct Records {
  std::vector<std::string> bytes;
  std::vector<unsigned> types;
};

Records records_of(const Genotypes& g, std::span<const unsigned> types, unsigned mode) {
  Records all;
  Index base = 0;
  for (Index v = 0; v < g.vectors; ++v) {
    const unsigned type = mode < 0x10 ? 0 : types[idx(v) % types.size()];
    all.bytes.push_back(pgen_record(g.vector(v), type, g.vector(base)));
    all.types.push_back(type);
    if ((type & 6) != 2) base = v;
    if (mode == 0x03) all.bytes.back() += std::string(idx(2 * g.fields), '\x11');
    if (mode == 0x04) all.bytes.back() += std::string(idx(4 * g.fields), '\x11');
  }
  return all;
}

unsigned form_byte(const PgenForm& form) {
  if (form.mode < 0x10) return form.reference << 6;
  const int widths = (form.wide_types ? 4 : 0) + form.length_bytes - 1 + form.allele_bytes * 16;
  return static_cast<unsigned>(widths) | form.reference << 6;
}

/// What the header has of some records.
std::string description(const Records& all, std::size_t first, std::size_t count,
                        const PgenForm& form) {
  std::string text;
  if (form.mode >= 0x10) {
    text = packed(std::span(all.types).subspan(first, count), form.wide_types ? 8 : 4);
    for (std::size_t r = 0; r < count; ++r) {
      text += little_endian(all.bytes[first + r].size(), form.length_bytes);
    }
    text += std::string(count * static_cast<std::size_t>(form.allele_bytes), '\x02');
  }
  if (form.reference == 3) text += std::string((count + 7) / 8, '\0');
  return text;
}

}  // namespace

PgenBytes pgen_bytes(const Genotypes& g, std::span<const unsigned> types, const PgenForm& form) {
  if (form.mode == 0x01) {
    const auto codes = encode(g, 0, g.vectors, GenotypeCode::bed);
    return {"\x6c\x1b\x01" + std::string(codes.begin(), codes.end()), ""};
  }
  const Records all = records_of(g, types, form.mode);
  const bool fixed = form.mode < 0x10;
  const bool apart = form.mode >= 0x20;
  std::string places, body, data;
  for (Index first = 0; first < g.vectors; first += block) {
    const auto count = static_cast<std::size_t>(std::min(block, g.vectors - first));
    places += little_endian(data.size(), 8);
    body += description(all, idx(first), count, form);
    for (std::size_t r = 0; r < count; ++r) data += all.bytes[idx(first) + r];
  }
  if (fixed) places.clear();
  const std::string magic = "\x6c\x1b" + little_endian(form.mode, 1);
  const std::string header = "\x6c\x1b" + little_endian(form.mode + (apart ? 0x10 : 0), 1) +
                             little_endian(static_cast<std::uint64_t>(g.vectors), 4) +
                             little_endian(static_cast<std::uint64_t>(g.fields), 4) +
                             static_cast<char>(form_byte(form));
  const std::size_t begin = apart ? magic.size() : header.size() + places.size() + body.size();
  for (std::size_t at = 0; at < places.size(); at += 8) {
    std::uint64_t place = begin;
    for (std::size_t b = 0; b < 8; ++b) {
      place += std::uint64_t{static_cast<unsigned char>(places[at + b])} << 8 * b;
    }
    places.replace(at, 8, little_endian(place, 8));
  }
  if (apart) return {magic + data, header + places + body};
  return {header + places + body + data, ""};
}

std::string pvar_text(Index variants) {
  std::string text = "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\n";
  for (Index v = 0; v < variants; ++v) {
    text += "1\t" + std::to_string(v + 1) + "\trs" + std::to_string(v) + "\tC\tA\n";
  }
  return text;
}

std::string psam_text(Index samples) {
  std::string text = "#FID\tIID\tSEX\tPHENO1\n";
  for (Index s = 0; s < samples; ++s) {
    const std::string n = std::to_string(s);
    text += "F" + n + "\tI" + n + "\tNA\t" + (s % 5 == 4 ? "NA" : s % 2 == 0 ? "1" : "2") + "\n";
  }
  return text;
}

std::string bim_of(Index variants) {
  std::string text;
  for (Index v = 0; v < variants; ++v) {
    text += "1 rs" + std::to_string(v) + " 0 " + std::to_string(v + 1) + " A C\n";
  }
  return text;
}

std::string fam_of(Index samples) {
  std::string text;
  for (Index s = 0; s < samples; ++s) {
    const std::string n = std::to_string(s);
    text += "F" + n + " I" + n + " 0 0 0 " + (s % 5 == 4 ? "NA" : s % 2 == 0 ? "1" : "2") + "\n";
  }
  return text;
}

}  // namespace encke::test
