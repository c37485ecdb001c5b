#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <memory>
#include <vector>

namespace encke {

/// Vectors of one position of the ring, by parts (see RankVectors).
struct PositionVectors {
  Range range;  ///< of the problem's vectors
  std::vector<const PackedVectors*> parts;
};

/// Brings the vectors that a step needs to each position of a ring, those of the next step while
/// this one is computed. Vectors come straight from the position that owns them, without a copy on
/// either side; their elements, if wished, from the memory of one device to that of another.
class BlockExchange {
 public:
  /// Collective. owned[p]: vectors of position p. `device`: where elements are to be, not null
  /// where messages may lie there (see try_device_messages()).
  BlockExchange(const Communicator& ring, const RankVectors& own, std::vector<Range> owned,
                DeviceMemory* device = nullptr);
  BlockExchange(const BlockExchange&) = delete;
  BlockExchange& operator=(const BlockExchange&) = delete;
  /// After an error, where transfers are still under way, the memory that they write to, and that
  /// of a device that they read, is kept until the process ends. `own` must be kept by whoever has
  /// it.
  ~BlockExchange();

  /// Takes memory for the vectors of `positions` others, and touches all of it: a system
  /// gives memory when it is touched first, which takes longer than to fill it. begin() takes what
  /// is wanting: nothing, after RingWork::most_others() were taken. With a device, what this
  /// position owns is brought there, once. Throws OutOfMemory, Error(gpu).
  void allocate_buffers(Index positions);
  /// Buffers that were allocated so far.
  Index buffers() const { return buffers_; }

  /// Begins to bring the vectors of the positions at these offsets from this one, those that are
  /// not here. All positions of the ring call it with the same offsets.
  void begin(const std::vector<Index>& offsets);
  /// For positions that ask for what they need, each in its own order (see RingTiles), in place of
  /// begin(): begins to send what this position owns to `to`, a position for each message, in the
  /// order in which each of them asks for it.
  void serve(const std::vector<Index>& to);
  /// Begins to bring the vectors of the positions at these offsets, which serve this one.
  void fetch(const std::vector<Index>& offsets);
  /// Waits until what was served has been sent.
  void end_service();
  /// Lets what was begun go on; MPI moves large messages only while it is called.
  void advance();
  /// Waits for what was begun; from now on at() gives these vectors and no others.
  void finish();
  /// The vectors of the position at this offset, good until the finish() after the next begin().
  PositionVectors at(Index offset) const;

  /// Bytes that have come from other ranks, and seconds spent waiting for them.
  std::int64_t bytes() const { return bytes_; }
  double seconds() const { return seconds_; }

 private:
  struct RemoteVectors {
    Index offset;
    std::vector<PackedVectors> parts;
  };

  /// Memory that messages under way use.
  struct InUse {
    std::vector<RemoteVectors> coming;  // vectors of the next step
    std::vector<PackedVectors> own;     // on the device
  };

  Index position(Index offset) const { return (ring_.rank() + offset) % ring_.size(); }
  RemoteVectors new_remote(Index offset);
  void bring_own();
  void expect(const std::vector<Index>& offsets);
  void receive(RemoteVectors& remote);
  void send(Index to, std::vector<Transfer>& transfers);
  void wait_for(std::vector<Transfer>& transfers);

  Communicator ring_;
  const RankVectors& own_;
  std::vector<Range> owned_;
  DeviceMemory* device_;
  std::vector<const PackedVectors*> sent_;  // what this position owns, where it is sent from
  Index largest_ = 0;                       // vectors of a position
  bool masks_ = false;
  std::vector<RemoteVectors> here_;   // of the present step
  std::unique_ptr<InUse> in_use_;     // of the next one
  std::vector<RemoteVectors> spare_;  // buffers, each for any position's vectors
  Index buffers_ = 0;
  std::vector<Index> wanted_;  // offsets of the last begin()
  std::vector<Transfer> transfers_;
  std::vector<Transfer> served_;
  int tag_ = 0;
  std::int64_t bytes_ = 0;
  double seconds_ = 0;
};

}  // namespace encke
