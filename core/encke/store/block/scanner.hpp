#pragma once

#include <encke/file/posix_file.hpp>
#include <encke/store/block/scan.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::store {

/// One pass over the records of a block file; see scan().
class Scanner {
 public:
  using Visit = std::function<void(const TileEntry&)>;

  Scanner(const PosixFile& file, const FileHeader& header, const ScanOptions& options,
          const Visit& visit);
  Scan scan();

 private:
  bool read_record();
  std::string damage_of_head(const RecordHead& head) const;
  bool is_cut(const RecordHead& head) const;
  bool read_payload(const RecordHead& head);
  void take(const RecordHead& head);
  void take_hits(const RecordHead& head);
  void take_tile(const RecordHead& head);
  void take_footer(const RecordHead& head);
  bool find(std::string what, std::optional<Index> tile = std::nullopt);
  bool find_cut(std::string what);
  bool resynchronise();
  RecordHead head_at(Index offset);

  const PosixFile& file_;
  const FileHeader& header_;
  ScanOptions options_;
  const Visit& visit_;
  Index size_;
  Index at_ = sizeof(FileHeader);  ///< the next record
  Scan result_;
  std::uint64_t sum_ = 0;
  bool whole_ = true;              ///< nothing was found yet
  std::optional<TileEntry> open_;  ///< hits records of a tile whose end is to come
  std::optional<Index> damaged_;   ///< tile of which a record was damaged last
  std::vector<std::byte> payload_;
  std::vector<std::byte> window_;  ///< of the file, from window_at_ on
  Index window_at_ = 0;
};

}  // namespace encke::store
