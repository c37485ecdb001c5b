#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/sink/kinship/relatives.hpp>
#include <encke/sink/kinship/sample_text.hpp>
#include <functional>
#include <queue>
#include <utility>

namespace encke::sink {
namespace {

/// The samples that are left, and who of them is related to whom. Queues have entries that are out
/// of date, which are passed over.
class Graph {
 public:
  Graph(Index samples, const std::vector<Relatives>& pairs)
      : first_(idx(samples) + 1), relatives_(2 * pairs.size()), degree_(idx(samples)) {
    for (const Relatives& pair : pairs) {
      for (const std::uint32_t sample : pair) ++first_[sample + 1];
    }
    for (std::size_t s = 0; s < degree_.size(); ++s) {
      degree_[s] = first_[s + 1];
      first_[s + 1] += first_[s];
    }
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (const auto& [a, b] : pairs) {
      relatives_[next[a]++] = b;
      relatives_[next[b]++] = a;
    }
    for (std::uint32_t s = 0; s < degree_.size(); ++s) note(s);
  }

  /// Takes the next sample out, or returns -1 where no relatives are left.
  Index take_out() {
    while (!single_.empty()) {
      const std::uint32_t sample = single_.top();
      single_.pop();
      if (degree_[sample] == 1) return remove(only_relative(sample));
    }
    while (!most_.empty()) {
      const auto [degree, sample] = most_.top();
      most_.pop();
      const auto first = static_cast<std::uint32_t>(~sample);
      if (degree_[first] == degree) return remove(first);
    }
    return -1;
  }

 private:
  void note(std::uint32_t sample) {
    if (degree_[sample] == 1) single_.push(sample);
    if (degree_[sample] > 1) most_.emplace(degree_[sample], ~sample);  // the first of equal ones
  }

  /// Calls work(r) for the relatives that are left.
  template <class Work>
  void for_relatives(std::uint32_t sample, Work work) const {
    for (std::size_t i = first_[sample]; i < first_[sample + 1]; ++i) {
      if (degree_[relatives_[i]] > 0) work(relatives_[i]);
    }
  }

  std::uint32_t only_relative(std::uint32_t sample) const {
    std::uint32_t found = sample;
    for_relatives(sample, [&](std::uint32_t relative) { found = relative; });
    return found;
  }

  Index remove(std::uint32_t sample) {
    degree_[sample] = 0;
    for_relatives(sample, [this](std::uint32_t relative) {
      --degree_[relative];
      note(relative);
    });
    return sample;
  }

  std::vector<std::size_t> first_;        ///< of each sample, in relatives_
  std::vector<std::uint32_t> relatives_;  ///< whoever is left or not
  std::vector<std::size_t> degree_;       ///< relatives left; 0: taken out, or none
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> single_;
  std::priority_queue<std::pair<std::size_t, std::uint32_t>> most_;
};

}  // namespace

std::vector<Index> relatives_left_out(Index samples, const std::vector<Relatives>& pairs) {
  Graph graph(samples, pairs);
  std::vector<Index> out;
  for (Index sample = graph.take_out(); sample >= 0; sample = graph.take_out()) {
    out.push_back(sample);
  }
  std::sort(out.begin(), out.end());
  return out;
}

RelativeLists::RelativeLists(const std::string& prefix, Ids ids, double cutoff, Sink& inner)
    : ids_(std::move(ids)),
      cutoff_(cutoff),
      inner_(inner),
      in_(paths(prefix)[0]),
      out_(paths(prefix)[1]) {}

std::array<std::string, 2> RelativeLists::paths(const std::string& prefix) {
  return {prefix + ".king.cutoff.in.id", prefix + ".king.cutoff.out.id"};
}

void RelativeLists::begin(const SinkInfo& info) {
  samples_ = info.vectors;
  inner_.begin(info);
}

void RelativeLists::take(std::span<const Hit<2>> hits) {
  for (const Hit<2>& hit : hits) {
    if (hit.cell == 0 && hit.value > cutoff_) pairs_.push_back({hit.index[0], hit.index[1]});
  }
  inner_.take(hits);
}

void RelativeLists::finish() {
  const std::vector<Index> out = relatives_left_out(samples_, pairs_);
  left_out_ = std::ssize(out);
  for (OutputFile* const file : {&in_, &out_}) file->write("#FID\tIID\n");
  auto next = out.begin();
  for (Index sample = 0; sample < samples_; ++sample) {
    const bool leaves = next != out.end() && *next == sample;
    if (leaves) ++next;
    OutputFile& file = leaves ? out_ : in_;
    file.write(sample_columns(ids_, sample));
    file.write("\n");
  }
  in_.commit();
  out_.commit();
  inner_.finish();
}

std::int64_t RelativeLists::memory() const {
  return inner_.memory() + static_cast<std::int64_t>(pairs_.capacity() * sizeof(Relatives)) +
         2 * static_cast<std::int64_t>(OutputFile::default_buffer);
}

void RelativeLists::join(OutputSet& set) {
  in_.join(set);
  out_.join(set);
}

}  // namespace encke::sink
