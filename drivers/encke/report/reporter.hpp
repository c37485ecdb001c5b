#pragma once

#include <encke/job/observer.hpp>
#include <string>
#include <vector>

#include "console.hpp"
#include "finished.hpp"

namespace encke::cli {

/// Tells on the console what a job tells, stops it where a signal asks for that, and writes its log
/// and summary.
class Reporter final : public job::Observer {
 public:
  struct Style {
    bool warns = true;     ///< this rank prints warnings
    bool page = false;     ///< a page of the run is written, too
    bool verbose = false;  ///< the plan of a short run is printed, too
  };
  /// `command`: as command_text().
  Reporter(Console& console, std::string command, const Style& style)
      : console_(console), command_(std::move(command)), style_(style) {}

  void check_stop() override;
  StopFlag stop_flag() const override;
  std::string way_to_resume() const override;
  std::string way_to_repair(const std::string& prefix) const override;
  void note(const std::string& sentence) override;
  void warn(const std::string& sentence) override;
  void planned(const job::Request& request, const job::Extents& extents, const job::Layout& layout,
               std::optional<double> rate_of_rank, Index tiles_resumed) override;
  void progress(const Progress& progress) override;
  void writing(Index done, Index values, double seconds) override {
    console_.show_writing(done, values, seconds);
  }
  void lost_rank(const std::string& message) override;
  bool is_whole(const job::Outcome& outcome) const override { return is_finished(outcome); }
  std::vector<std::string> text_endings() const override {
    if (style_.page) return {".report.html", ".log", ".summary.json"};
    return {".log", ".summary.json"};
  }
  std::vector<std::string> texts(const job::Outcome& outcome) const override;

 private:
  Console& console_;
  std::string command_;
  void print_plan();

  Style style_;
  std::string plan_;  ///< not printed yet: nobody waits for a short run
};

}  // namespace encke::cli
