#pragma once

#include <encke/file/posix_file.hpp>
#include <string>
#include <vector>

namespace encke::sink {

/// Finished files that get their names together, in place of an earlier run's: all or none.
///
/// commit() takes the older files away, the last one first, and then gives the names in the order
/// in which the files came. Where a step fails, those before it are undone. A process that is
/// killed between two steps leaves some of the older files or some of the new ones, never files of
/// both, and the last one, which should tell of the others, only beside all of these. Older files
/// may then lie under temporary names, until the next file of their path removes them
/// (remove_leftovers).
class OutputSet {
 public:
  /// `results`: the files are what the process is for, so that LateSyncs does not hold for all of
  /// them: see commit().
  explicit OutputSet(bool results = true) : results_(results) {}
  OutputSet(const OutputSet&) = delete;
  OutputSet& operator=(const OutputSet&) = delete;
  /// Removes the files that have not got their names.
  ~OutputSet();

  /// Takes a file that is whole, under a temporary name in the directory of `path`, which is to
  /// become its name. Open, so that no one takes it for a leftover. `on_device`: what its sync()
  /// returned. Where this throws, the file is still the caller's.
  void add(PosixFile&& file, const std::string& path, bool on_device = true);

  /// Brings to the device what is not there yet, gives all files their names and brings these to
  /// the device. While LateSyncs lasts, of small files only the first goes to the device, and the
  /// names; nothing of a set without results. To be called once. Throws
  /// Error(write): then the older files are there as before or, where the file system refuses that
  /// too, none has its name, and the message says what the older ones are called.
  void commit();

 private:
  struct Member {
    PosixFile file;
    std::string path;
    std::string older;     ///< another name of what had the path; empty: none is needed
    bool movable = false;  ///< what has the path cannot have two names
    bool taken = false;    ///< `older` is the only name of what had the path
    bool named = false;
    bool on_device = true;
  };

  void bring_to_device();
  void replace();
  void undo() noexcept;
  std::string names_of_older() const;
  static void keep_older(Member& member);
  static void take_away(Member& member);

  bool results_;
  std::vector<Member> members_;
};

}  // namespace encke::sink
