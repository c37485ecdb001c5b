#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/plink/bed_rates.hpp>
#include <encke/io/rows/row_chunks.hpp>

namespace encke::io {
namespace {

constexpr Index chunk_bytes = 4 << 20;

std::size_t idx(Index i) { return static_cast<std::size_t>(i); }

/// Collective: rows stay where all ranks keep them.
void keep_common(Kept& rows, const Communicator& world) {
  if (world.size() == 1) return;
  std::vector<std::uint64_t> dropped(idx(divide_up(std::ssize(rows), 64)));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] == 0) dropped[r / 64] |= std::uint64_t{1} << (r % 64);
  }
  world.any(dropped);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if ((dropped[r / 64] >> (r % 64) & 1) != 0) rows[r] = 0;
  }
}

}  // namespace

void drop_by_rates(InputFile& bed, Slice share, RateFilter& filter, bool in_passing,
                   CodedRows& stored) {
  const BedSamples samples(stored.samples);
  const Range rows = share.of({0, std::ssize(stored.rows)});
  RowChunks chunks(bed, {stored.offset, stored.row_bytes(), {0, stored.row_bytes()}}, in_passing);
  chunks.for_each(rows, chunk_bytes, 8, [&](Index first, Index count, const std::uint8_t* codes) {
    for (Index r = 0; r < count; ++r) {
      std::uint8_t& keep = stored.rows[idx(first + r)];
      if (keep != 0 && !filter.keeps(samples.count(codes + r * chunks.stride()))) keep = 0;
    }
  });
}

void select_by_rates(InputFile& bed, const Subset& subset, const Communicator& world,
                     CodedRows& stored, ReadLog& log) {
  select_by_rates(subset, world, stored, log, [&](Slice share, RateFilter& filter) {
    drop_by_rates(bed, share, filter, world.size() == 1, stored);
  });
}

void select_by_rates(const Subset& subset, const Communicator& world, CodedRows& stored,
                     ReadLog& log, const std::function<void(Slice, RateFilter&)>& drop) {
  RateFilter filter(subset);
  if (!filter.active()) return;
  const Index before = count_kept(stored.rows);
  agree(world, [&] { drop({world.rank(), world.size()}, filter); });
  keep_common(stored.rows, world);
  filter.sum(world);
  filter.report(log);
  if (count_kept(stored.rows) > 0) return;
  throw Error(Failure::inconsistent,
              fmt::format("--geno {} and --maf {}: none of {} variants left, at least one expected",
                          subset.geno, subset.maf, before));
}

}  // namespace encke::io
