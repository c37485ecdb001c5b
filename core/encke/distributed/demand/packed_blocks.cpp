#include <encke/base/byte_hash.hpp>
#include <encke/comm/agree.hpp>
#include <encke/distributed/demand/packed_blocks.hpp>
#include <sstream>
#include <utility>

namespace encke {

std::string packed_name(int position, int place) {
  return "packed-" + std::to_string(position) + "-" + std::to_string(place);
}

PackedBlocks::PackedBlocks(const Partition& partition, const Grid& grid, const PackedPlace& place,
                           const std::vector<Range>& fields, BlocksOnDemand::Read read)
    : partition_(partition),
      grid_(grid),
      place_(place),
      fields_(fields),
      read_(std::move(read)),
      like_(read_({0, 0})) {
  if (waits()) return;
  const int position = grid.ring().rank();
  if (!place.directory.empty()) {
    const std::string name = packed_name(position, grid.field_group().rank());
    own_ = PackedFile::find(place.directory + "/" + name, key_of(position), place.identity);
    found_ = own_.has_value();
  }
  if (!own_) own_ = PackedFile::create(place.path, key_of(position));
}

/// Of what the blocks of a position are made, as far as the identity of a run does not say it.
std::uint64_t PackedBlocks::key_of(int position) const {
  std::vector<Index> all = {partition_.vectors(), partition_.blocks(), position,
                            grid_.ring().size(), std::ssize(like_)};
  for (const Range& part : fields_) all.insert(all.end(), {part.begin, part.end});
  for (const PackedVectors& part : like_) {
    all.insert(all.end(), {static_cast<Index>(part.contraction()), part.element().width});
  }
  ByteHash hash;
  hash.add(std::as_bytes(std::span(all)));
  return hash.value();
}

std::vector<PackedVectors> PackedBlocks::read_own(Range vectors) {
  if (found_) return own_->read(vectors.begin, like_);
  auto parts = read_(vectors);
  own_->add(vectors.begin, parts);
  return parts;
}

std::vector<PackedVectors> PackedBlocks::read(Range vectors) {
  if (vectors.size() == 0) return read_(vectors);
  if (files_.empty()) return read_own(vectors);
  int position = 0;
  while (!grid_.owned_vectors(partition_, position).contains(vectors.begin)) ++position;
  return files_[static_cast<std::size_t>(position)].read(vectors.begin, like_);
}

void PackedBlocks::share() {
  const Communicator& world = grid_.world();
  agree(world, [&] {
    if (own_ && !found_) own_->finish(world.size() > 1);
  });
  // rank (replica * vector + position) * field + place: those of the first replica come first
  std::string all;
  for (const auto& path : world.gather(own_ ? own_->path() : "", 0)) all += path + '\0';
  all = world.broadcast(all, 0);
  agree(world, [&] {
    std::istringstream paths(all);
    std::string path;
    const int places = grid_.decomposition().field;
    for (int rank = 0; rank < grid_.decomposition().vector * places; ++rank) {
      std::getline(paths, path, '\0');
      if (rank % places != grid_.field_group().rank()) continue;
      files_.push_back(PackedFile::open(path, key_of(rank / places)));
    }
  });
}

void PackedBlocks::keep(const std::string& directory, std::uint64_t identity) {
  if (!own_ || found_) return;
  own_->keep(directory + "/" + packed_name(grid_.ring().rank(), grid_.field_group().rank()),
             identity);
}

}  // namespace encke
