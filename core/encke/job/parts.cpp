#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/job/parts.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/manifest.hpp>
#include <vector>

namespace encke::job {
namespace {

constexpr Index most_cells = 1 << 20;

template <int Way>
Index tiles_of(const Partition& partition, const Domain& domain,
               const std::vector<Shares>& shares) {
  const DomainTiles<Way> tiles(domain, partition);
  return tiles.tiles(shared_places(tiles, shares));
}

/// The shares into which a run is cut, of shares of shares all: cells of a grid, last level
/// fastest.
class ShareGrid {
 public:
  /// Takes the parts' levels; there are no cells where these differ from part to part.
  explicit ShareGrid(const std::vector<std::vector<Shares>>& parts) {
    Index cells = 1;
    for (const Shares& s : parts.front()) {
      if (s.of < 1 || cells > most_cells / s.of) return;
      cells *= s.of;
      of_.push_back(s.of);
    }
    for (const auto& part : parts) {
      if (part.size() != of_.size()) return;
      for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i].of != of_[i]) return;
      }
    }
    covered_.assign(static_cast<std::size_t>(cells), false);
    for (const auto& part : parts) cover(part, 0, 0);
  }

  /// "2/7, 4-5/7"; of shares of shares "1/3 2/4".
  std::string missing() const {
    constexpr int most_named = 10;
    std::string text;
    int named = 0;
    for (Index cell = 0; cell < static_cast<Index>(covered_.size()); ++cell) {
      if (is_covered(cell)) continue;
      const Index first = cell;
      while ((cell + 1) % of_.back() != 0 && !is_covered(cell + 1)) ++cell;
      if (named++ == most_named) return text + ", ...";
      text += (text.empty() ? "" : ", ") + name(first, cell);
    }
    return text;
  }

 private:
  bool is_covered(Index cell) const { return covered_[static_cast<std::size_t>(cell)]; }

  void cover(const std::vector<Shares>& part, std::size_t level, Index before) {
    if (level == part.size()) {
      covered_[static_cast<std::size_t>(before)] = true;
      return;
    }
    for (Index k = part[level].first; k <= part[level].last; ++k) {
      cover(part, level + 1, before * of_[level] + k);
    }
  }

  std::string name(Index first, Index last) const {
    const Index of = of_.back();
    std::string text = last > first ? fmt::format("{}-{}/{}", first % of + 1, last % of + 1, of)
                                    : fmt::format("{}/{}", first % of + 1, of);
    Index rest = first / of;
    for (std::size_t level = of_.size() - 1; level-- > 0; rest /= of_[level]) {
      text = fmt::format("{}/{} ", rest % of_[level] + 1, of_[level]) + text;
    }
    return text;
  }

  std::vector<Index> of_;
  std::vector<bool> covered_;
};

}  // namespace

Index tiles_of(const store::Identity& identity, const Domain& domain) {
  const auto partition =
      Partition::of_blocks(number(identity, "num-vectors"), number(identity, "blocks"));
  const auto shares = shares_in(identity);
  return number(identity, "way") == 3 ? tiles_of<3>(partition, domain, shares)
                                      : tiles_of<2>(partition, domain, shares);
}

void check_parts(std::span<const store::RunPart> parts, const Domain& domain) {
  std::string unfinished;
  std::vector<std::vector<Shares>> shares;
  for (const store::RunPart& part : parts) {
    shares.push_back(shares_in(part.identity));
    const Index tiles = tiles_of(part.identity, domain);
    if (part.tiles >= tiles) continue;
    unfinished += fmt::format("{}{} ({} of {})", unfinished.empty() ? "" : ", ", part.directory,
                              grouped(part.tiles), counted(tiles, "tile"));
  }
  if (!unfinished.empty()) {
    throw Error(Failure::inconsistent,
                fmt::format("not complete: {}; the command of a part with --resume completes it",
                            unfinished));
  }
  const std::string missing = ShareGrid(shares).missing();
  if (missing.empty()) return;
  throw Error(Failure::inconsistent,
              fmt::format("parts are missing: {} of the run that {} is a part of", missing,
                          parts.front().directory));
}

void refuse_complete_part(const std::string& prefix) {
  const std::string directory = store::directory_for(prefix);
  const std::string manifest = store::manifest_of(directory);
  if (!exists(manifest)) return;
  const store::ManifestContent content = store::Manifest::read(manifest);
  if (content.identity.find("share") == nullptr || shares_in(content.identity).empty()) return;
  Index listed = 0;
  for (const store::BlockFile& file : content.files) listed += file.tiles;
  const Index tiles = tiles_of(content.identity, domain_in(content.identity, directory));
  if (listed < tiles || store::BlockSet({prefix}).stores().front().tiles < tiles) return;
  throw Error(Failure::inconsistent,
              fmt::format("{} holds a complete part of a run ({}, {}): encke merge joins it with "
                          "the others; remove it to compute it again",
                          directory, entry(content.identity, "share"), counted(tiles, "tile")));
}

}  // namespace encke::job
