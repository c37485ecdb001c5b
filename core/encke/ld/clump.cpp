#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/ld/clump.hpp>
#include <encke/ld/haplotype_r2.hpp>
#include <encke/ld/stretches.hpp>
#include <numeric>

namespace encke::ld {
namespace {

double smallest(const std::vector<double>& p_values) {
  return *std::min_element(p_values.begin(), p_values.end());
}

/// The variants that may be index variants, the most significant first.
std::vector<Index> candidates(const Association& association, double p1) {
  std::vector<Index> all;
  for (Index v = 0; v < std::ssize(association.p_values); ++v) {
    const auto& p_values = association.p_values[idx(v)];
    if (!p_values.empty() && smallest(p_values) <= p1) all.push_back(v);
  }
  std::stable_sort(all.begin(), all.end(), [&](Index a, Index b) {
    return smallest(association.p_values[idx(a)]) < smallest(association.p_values[idx(b)]);
  });
  return all;
}

int class_of(double p) { return p < 0.0001 ? 4 : p < 0.001 ? 3 : p < 0.01 ? 2 : p < 0.05 ? 1 : 0; }

class Clumping {
 public:
  Clumping(io::Source& source, const Association& association, const ClumpRequest& request)
      : source_(source),
        association_(association),
        request_(request),
        chromosome_of_(idx(source.vectors())),
        taken_(idx(source.vectors())) {
    source.sites().check_positions();
    for (const Stretch& stretch : stretches_of(source.sites())) {
      for (Index v = stretch.vectors.begin; v < stretch.vectors.end; ++v) {
        chromosome_of_[idx(v)] = stretch.vectors;
      }
    }
  }

  bool is_taken(Index variant) const { return taken_[idx(variant)]; }

  Clump around(Index index) {
    const Range near = neighbours(index);
    const PackedVectors vectors = source_.read({near, {0, source_.fields()}});
    const auto& own = association_.p_values[idx(index)];
    Clump clump{.variant = index, .p_value = smallest(own)};
    bool counted = false;  // the result that made it the index variant
    for (Index v = near.begin; v < near.end; ++v) {
      const auto& p_values = association_.p_values[idx(v)];
      if (p_values.empty() ||
          (v != index && (taken_[idx(v)] || !is_linked(vectors, near, index, v)))) {
        continue;
      }
      for (const double p : p_values) {
        if (v == index && p == clump.p_value && !counted) {
          counted = true;
          continue;
        }
        ++clump.others[idx(class_of(p))];
        if (p < request_.p2) clump.listed.push_back(v);
      }
      taken_[idx(v)] = true;
    }
    return clump;
  }

 private:
  Index position(Index variant) const { return source_.sites().positions()[idx(variant)]; }

  /// The variants of the chromosome that are near enough.
  Range neighbours(Index index) const {
    const Range all = chromosome_of_[idx(index)];
    const auto& positions = source_.sites().positions();
    const auto begin = positions.begin() + all.begin, end = positions.begin() + all.end;
    const Index at = position(index);
    const Index most = std::max<Index>(request_.base_pairs - 1, 0);  // as PLINK has it
    const auto first = std::lower_bound(begin, end, at - most);
    const auto last = std::upper_bound(begin, end, at + most);
    return {first - positions.begin(), last - positions.begin()};
  }

  bool is_linked(const PackedVectors& vectors, Range near, Index index, Index other) const {
    const auto pairs = count_pairs(vectors, index - near.begin, vectors, other - near.begin);
    return haplotype_r2(pairs) > request_.r2;
  }

  io::Source& source_;
  const Association& association_;
  const ClumpRequest& request_;
  std::vector<Range> chromosome_of_;
  std::vector<bool> taken_;
};

}  // namespace

std::vector<Clump> clump(io::Source& source, const Association& association,
                         const ClumpRequest& request, const std::function<void()>& between) {
  Clumping clumping(source, association, request);
  std::vector<Clump> clumps;
  for (const Index variant : candidates(association, request.p1)) {
    if (clumping.is_taken(variant)) continue;
    between();
    clumps.push_back(clumping.around(variant));
  }
  return clumps;
}

void write_clumps(const std::string& prefix, const io::Source& source,
                  const std::vector<Clump>& clumps, sink::OutputSet& set) {
  sink::OutputFile file(prefix + ".clumped");
  file.join(set);
  file.write("CHR\tF\tSNP\tBP\tP\tTOTAL\tNSIG\tS05\tS01\tS001\tS0001\tSP2\n");
  const io::Sites& sites = source.sites();
  for (const Clump& clump : clumps) {
    const auto& [nsig, s05, s01, s001, s0001] = clump.others;
    file.write(fmt::format("{}\t1\t{}\t{}\t{:.6g}\t{}\t{}\t{}\t{}\t{}\t{}\t",
                           sites.chromosome(clump.variant), source.names()[idx(clump.variant)],
                           sites.positions()[idx(clump.variant)], clump.p_value,
                           nsig + s05 + s01 + s001 + s0001, nsig, s05, s01, s001, s0001));
    std::string listed;
    for (const Index v : clump.listed) {
      listed += (listed.empty() ? "" : ",") + source.names()[idx(v)] + "(1)";
    }
    file.write(listed.empty() ? "NONE" : listed);
    file.write("\n");
  }
  file.commit();
}

}  // namespace encke::ld
