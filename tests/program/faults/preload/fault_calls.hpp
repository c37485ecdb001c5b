#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

namespace encke::faults {

/// What the environment asks for:
///   ENCKE_FAULT_UNDER   calls on files whose paths begin so are counted, from 1
///   ENCKE_FAULT_LOG     one line for each of them, before it is made: its name and the file
///   ENCKE_FAULT_MODE    what happens to calls:
///     kill        SIGKILL before the n-th
///     tear        SIGKILL after the n-th, of which, if it is a write, half is done
///     stop        SIGTERM before the n-th, which is made
///     fail        the n-th fails with ENCKE_FAULT_ERRNO; removals are not counted
///     fail-from   the n-th and all later ones do
///     short       every write does half of what it could
///     nothing     the n-th, if it is a write, writes nothing and says so
///     interrupt   every second write, sync and truncation fails with EINTR
///     end         the n-th read finds the end of the file; reads and maps alone are counted
///     unread      the n-th read fails with ENCKE_FAULT_ERRNO; reads and maps alone are counted
///     unremoved   the n-th removal fails with ENCKE_FAULT_ERRNO; removals alone are counted
///     unopened    the n-th opening to read fails with ENCKE_FAULT_ERRNO; these alone are counted
///     unclosed    the n-th close says ENCKE_FAULT_ERRNO when it is done; closes alone are counted
///     delay       each call takes n milliseconds more
///     memory      the n-th allocation by C++'s operator new fails; files are left alone
///     memory-from the n-th and all later ones do, those by malloc, calloc and realloc, too
///     memory-at   none fails; the log has a line for each place, a stack of calls, that allocates:
///                 a hash, which is the same in each run, and the number of its first allocation
///   ENCKE_FAULT_AT      n
/// The log's last line is then the number of allocations, where the program ends by itself.
///   ENCKE_FAULT_CLOCK   seconds by which the clock of the day jumps to and fro, at each reading
///   ENCKE_FAULT_HASTE   how many times as fast the clock that only goes forward goes
struct Settings {
  std::string_view under;
  std::string_view mode;
  const char* log = nullptr;
  long at = 0;
  int reason = 0;
};

const Settings& settings();

/// Writes a line to the log.
void note(const char* name, std::string_view path);

/// The kinds of calls that are treated in different ways.
enum class Kind { write, sync, truncate, name, remove, read, open, close };

/// One call on a file. To be asked for what to do: proceed() makes the call.
class Call {
 public:
  /// `path`: of the file; nullptr: the file that `descriptor` is of.
  Call(Kind kind, const char* name, const char* path, int descriptor);

  /// The number that the call must fail with; 0: none.
  int failure() const { return failure_; }
  /// Bytes of `size` that a write or read may do.
  std::size_t allowed(std::size_t size) const;
  /// To be called when the call has been made.
  void made() const;

 private:
  void decide(long number);

  Kind kind_;
  int failure_ = 0;
  bool half_ = false;
  bool end_ = false;
  bool dies_ = false;
};

}  // namespace encke::faults
