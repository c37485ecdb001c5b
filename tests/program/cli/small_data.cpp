#include "small_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace encke::test {
namespace {

std::string two_bit_rows(const GenotypeRows& genotypes, const std::array<int, 4>& code_of) {
  std::string bytes;
  for (const auto& row : genotypes) {
    std::string packed((row.size() + 3) / 4, '\0');
    for (std::size_t s = 0; s < row.size(); ++s) {
      const int code = code_of[static_cast<std::size_t>(row[s] + 1)];
      packed[s / 4] = static_cast<char>(packed[s / 4] | code << (2 * (s % 4)));
    }
    bytes += packed;
  }
  return bytes;
}

}  // namespace

const GenotypeRows& complete_genotypes() {
  static const GenotypeRows genotypes = {{0, 1, 2, 2, 1, 0},
                                         {0, 1, 2, 1, 1, 0},
                                         {2, 2, 0, 0, 1, 1},
                                         {1, 1, 1, 2, 2, 2},
                                         {0, 0, 1, 2, 0, 1}};
  return genotypes;
}

const GenotypeRows& incomplete_genotypes() {
  static const GenotypeRows genotypes = {{0, 1, 2, 2, 1, -1},
                                         {0, 1, 2, 1, 1, 0},
                                         {2, 2, -1, 0, 1, 1},
                                         {1, 1, -1, 2, 2, 2},
                                         {0, 0, 1, 2, 0, 1}};
  return genotypes;
}

const Profiles& small_profiles() {
  static const Profiles profiles = {
      {1, 2, 0, 0.5, 3}, {1, 1.5, 0.25, 0.5, 2}, {0, 4, 0, 1, 0}, {2.5, 0, 1, 0, 3}};
  return profiles;
}

// Two copies of A1: 00; missing: 01; one: 10; none: 11.
std::string bed_bytes(const GenotypeRows& genotypes) {
  return "\x6c\x1b\x01" + two_bit_rows(genotypes, {1, 3, 2, 0});
}

std::string vcf_text(const GenotypeRows& genotypes) {
  std::string text =
      "##fileformat=VCFv4.2\n##FORMAT=<ID=GT,Number=1,Type=String,Description=\"g\">\n"
      "##contig=<ID=1>\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT";
  for (std::size_t s = 0; s < genotypes.front().size(); ++s) text += "\tI" + std::to_string(s);
  for (std::size_t v = 0; v < genotypes.size(); ++v) {
    const std::string number = std::to_string(v);
    text += "\n1\t" + number + "\trs" + number + "\tG\tA\t.\t.\t.\tGT";
    for (const int x : genotypes[v]) {
      text += std::array{"\t./.", "\t0/0", "\t0/1", "\t1/1"}[static_cast<std::size_t>(x + 1)];
    }
  }
  return text + "\n";
}

std::string bgen_bytes(const GenotypeRows& genotypes) {
  const auto number = [](std::size_t value, std::size_t bytes) {
    std::string text(bytes, '\0');
    std::memcpy(text.data(), &value, bytes);
    return text;
  };
  const auto sized = [&](const std::string& text, std::size_t bytes) {
    return number(text.size(), bytes) + text;
  };
  const std::size_t samples = genotypes.front().size();
  std::string ids = number(samples, 4);
  for (std::size_t s = 0; s < samples; ++s) ids += sized("I" + std::to_string(s), 2);
  ids = number(ids.size() + 4, 4) + ids;
  const std::string header = number(20, 4) + number(genotypes.size(), 4) + number(samples, 4) +
                             "bgen" + number(std::size_t{1} << 31 | 2 << 2, 4);
  std::string all = number(header.size() + ids.size(), 4) + header + ids;
  for (std::size_t v = 0; v < genotypes.size(); ++v) {
    std::string block = number(samples, 4) + number(2, 2) + "\2\2";
    std::string probabilities;
    for (const int x : genotypes[v]) {
      block += x < 0 ? '\x82' : '\2';
      probabilities += {x == 2 ? '\xff' : '\0', x == 1 ? '\xff' : '\0'};
    }
    block += number(0, 1) + "\x08" + probabilities;
    all += sized("", 2) + sized("rs" + std::to_string(v), 2) + sized("1", 2) + number(v, 4) +
           number(2, 2) + sized("A", 4) + sized("G", 4) + sized(block, 4);
  }
  return all;
}

std::string packed_genotype_bytes(const GenotypeRows& genotypes) {
  return two_bit_rows(genotypes, {2, 0, 1, 3});
}

std::string bim_text(std::size_t variants) {
  std::string text;
  for (std::size_t v = 0; v < variants; ++v) {
    text += "1\trs" + std::to_string(v) + "\t0\t" + std::to_string(100 + v) + "\tA\tC\n";
  }
  return text;
}

std::string fam_text(std::size_t samples) {
  std::string text;
  for (std::size_t s = 0; s < samples; ++s) {
    const std::string id = std::to_string(s);
    text += "F" + id + " I" + id + " 0 0 0 -9\n";
  }
  return text;
}

std::string packed_double_bytes(const Profiles& profiles) {
  std::string bytes;
  for (const auto& row : profiles) {
    const auto* const begin = reinterpret_cast<const char*>(row.data());
    bytes.append(begin, begin + row.size() * sizeof(double));
  }
  return bytes;
}

std::string table_text(const Profiles& profiles) {
  std::string text = "#id";
  for (std::size_t f = 0; f < profiles[0].size(); ++f) text += "\tf" + std::to_string(f);
  for (std::size_t v = 0; v < profiles.size(); ++v) {
    text += "\np" + std::to_string(v);
    for (const double value : profiles[v]) text += '\t' + std::to_string(value);
  }
  return text + '\n';
}

std::string npy_bytes(const Profiles& profiles) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                       std::to_string(profiles.size()) + ", " + std::to_string(profiles[0].size()) +
                       "), }";
  header.resize(128 - 10 - 1, ' ');
  header += '\n';
  const auto length = static_cast<char>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + length + '\0' + header +
         packed_double_bytes(profiles);
}

double ccc_of(const std::vector<std::vector<int>>& vectors, const std::vector<int>& alleles) {
  const auto copies = [](int genotype, int allele) {
    return allele == 1 ? genotype : 2 - genotype;
  };
  double joint = 0;
  double together = 0;
  for (std::size_t s = 0; s < vectors[0].size(); ++s) {
    double product = 1;
    for (std::size_t v = 0; v < vectors.size(); ++v) {
      product *= vectors[v][s] < 0 ? 0 : copies(vectors[v][s], alleles[v]);
    }
    joint += product;
    together += std::all_of(vectors.begin(), vectors.end(), [s](auto& v) { return v[s] >= 0; });
  }
  double value = 4.5 * joint / (std::pow(2.0, vectors.size()) * together);
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    double sum = 0;
    double present = 0;
    for (const int genotype : vectors[v]) {
      if (genotype < 0) continue;
      sum += copies(genotype, alleles[v]);
      present += 1;
    }
    value *= 1 - 2.0 / 3.0 * sum / (2 * present);
  }
  return value;
}

double ps_of(const std::vector<std::vector<double>>& vectors) {
  double shared = 0;
  double all = 0;
  for (std::size_t f = 0; f < vectors[0].size(); ++f) {
    for (const auto& u : vectors) all += u[f];
    for (std::size_t a = 0; a < vectors.size(); ++a) {
      for (std::size_t b = a + 1; b < vectors.size(); ++b) {
        shared += std::min(vectors[a][f], vectors[b][f]);
      }
    }
    if (vectors.size() == 3) shared -= std::min({vectors[0][f], vectors[1][f], vectors[2][f]});
  }
  return (vectors.size() == 2 ? 2.0 : 1.5) * shared / all;
}

}  // namespace encke::test
