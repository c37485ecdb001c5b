#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <encke/base/error.hpp>
#include <encke/sink/sink.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace encke::test {

/// A directory of its own for each test, removed with all it holds.
class Scratch : public ::testing::Test {
 protected:
  explicit Scratch(const std::string& parent = ::testing::TempDir()) {
    std::string name = parent + "/encke-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    directory_ = name;
  }
  ~Scratch() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }

  static std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path directory_;
};

/// While it lives, no file of this process can grow beyond `bytes`: a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// Every value of every tuple of `vectors` vectors, in file order; values random in [0, 1).
template <int Way>
std::vector<Hit<Way>> all_hits(std::uint32_t vectors, std::uint32_t cells, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> value;
  std::vector<Hit<Way>> hits;
  Array<std::uint32_t, Way> index{};
  for (int v = 0; v < Way; ++v) index[v] = static_cast<std::uint32_t>(v);
  while (index[Way - 1] < vectors) {
    for (std::uint32_t cell = 0; cell < cells; ++cell) hits.push_back({index, cell, value(random)});
    int v = Way - 1;  // the last index that has room to grow, else the end
    while (v > 0 && index[v] + static_cast<std::uint32_t>(Way - v) >= vectors) --v;
    ++index[v];
    for (int later = v + 1; later < Way; ++later) index[later] = index[later - 1] + 1;
  }
  return hits;
}

template <int Way>
std::vector<Hit<Way>> shuffled(std::vector<Hit<Way>> hits, unsigned seed = 2) {
  std::shuffle(hits.begin(), hits.end(), std::mt19937(seed));
  return hits;
}

/// A whole run of a sink: `hits` in batches of `batch`.
template <int Way>
void run(Sink& sink, const SinkInfo& info, const std::vector<Hit<Way>>& hits,
         std::size_t batch = 1000) {
  sink.begin(info);
  for (std::size_t first = 0; first < hits.size(); first += batch) {
    sink.take(std::span(hits).subspan(first, std::min(batch, hits.size() - first)));
  }
  sink.finish();
}

/// The failure that `action` ends with and its message.
template <class Action>
std::pair<Failure, std::string> failure_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return {error.failure(), error.what()};
  }
  return {Failure::internal, "nothing was thrown"};
}

}  // namespace encke::test
