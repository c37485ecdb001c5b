#pragma once

#include <encke/base/stop_flag.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/outcome.hpp>
#include <encke/plan/plan.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::job {

/// What a job tells while it works, and what it asks. Every function may be left as it is. They are
/// called by every rank, in the thread that works, unless they say otherwise; what they throw ends
/// the job.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// Throws Error(stopped) where the job is to end: what is done is kept, to be resumed. Asked
  /// often before and while tiles are computed, and between the steps after that.
  virtual void check_stop() {}
  /// A flag that is set where check_stop() will throw: with it a job also ends inside a tile.
  virtual StopFlag stop_flag() const { return {}; }
  /// What people may do where a run ends before its time: they can go on with what it has stored,
  /// in the words of whoever has asked for it. Ends of sentences of an error, on every rank.
  virtual std::string way_to_resume() const {
    return "a request of the same run with `resume` goes on with it";
  }
  /// Where what PREFIX has stored is damaged.
  virtual std::string way_to_repair(const std::string& /*prefix*/) const {
    return "what is damaged has to be taken out before a request with `resume` goes on";
  }
  /// A sentence that people should see now; it is, or will be, among the outcome's remarks too.
  virtual void note(const std::string& /*sentence*/) {}
  /// A sentence on what is not done as it was asked for.
  virtual void warn(const std::string& /*sentence*/) {}
  /// What is going to be computed. `rate_of_rank`: comparisons per second in a trial on one rank, 0
  /// where it gave none; nothing where it was not tried, as for small problems.
  virtual void planned(const Request& /*request*/, const Extents& /*extents*/,
                       const Layout& /*layout*/, std::optional<double> /*rate_of_rank*/,
                       Index /*tiles_resumed*/) {}
  virtual void progress(const Progress& /*progress*/) {}
  /// So many of the stored values have been passed to the files of values, after so many seconds.
  /// On the root alone.
  virtual void writing(Index /*done*/, Index /*values*/, double /*seconds*/) {}
  /// Another rank cannot be reached: the process ends now, with exit code 22. Called by a thread of
  /// its own.
  virtual void lost_rank(const std::string& /*message*/) {}

  /// True if an earlier run has left all files of this one, whole. Asked on the root where a run is
  /// to be resumed that has nothing stored. Of `outcome` the request, the input and the names of
  /// the outputs are known.
  virtual bool is_whole(const Outcome& /*outcome*/) const { return false; }

  /// Endings of the texts that are to be written beside the values and get their names with them,
  /// such as ".log"; the last one should tell of all others. Asked before the job begins.
  virtual std::vector<std::string> text_endings() const { return {}; }
  /// These texts, for an outcome that is complete but for `note_of_removal`. On the root alone.
  virtual std::vector<std::string> texts(const Outcome& /*outcome*/) const { return {}; }
};

}  // namespace encke::job
