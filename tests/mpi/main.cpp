// The main function of the test program that runs on several ranks. The root prints as usual, the
// others their failures only; a failure on any rank is the program's. After each test the ranks
// wait for each other; if a rank left a test early and the others do not come, it ends the job.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <encke/run/runtime.hpp>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "world.hpp"

namespace encke::test {
namespace {

const Communicator* the_world = nullptr;

class AcrossRanks final : public ::testing::EmptyTestEventListener {
 public:
  explicit AcrossRanks(const Communicator& ranks) : ranks_(ranks.split(0, ranks.rank())) {}

  void OnTestStart(const ::testing::TestInfo& test) override {
    test_ = std::string(test.test_suite_name()) + "." + test.name();
  }

  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    left_early_ |= result.fatally_failed();
    if (ranks_.is_root()) return;
    std::cout << "rank " << ranks_.rank() << ": " << test_ << ": "
              << (result.file_name() ? result.file_name() : "") << ':' << result.line_number()
              << ": " << result.message() << std::endl;
  }

  void OnTestEnd(const ::testing::TestInfo&) override {
    // Every rank to the root, and the root to every rank: unlike a barrier it can be given up.
    const bool root = ranks_.is_root();
    const auto size = static_cast<std::size_t>(ranks_.size());
    std::vector<std::byte> bytes(size);
    for (const bool to_root : {true, false}) {
      std::vector<Transfer> transfers;
      for (std::size_t i = root ? 1 : 0; i < (root ? size : 1); ++i) {
        const std::span byte(&bytes[i], 1);
        const int other = static_cast<int>(i);
        transfers.push_back(to_root == root ? ranks_.receive(byte, other, 0)
                                            : ranks_.send(byte, other, 0));
      }
      wait(transfers);
    }
    left_early_ = false;
  }

 private:
  void wait(std::vector<Transfer>& transfers) const {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    for (Transfer& transfer : transfers) {
      while (!transfer.done()) {
        std::this_thread::sleep_for(100us);
        if (!left_early_ || std::chrono::steady_clock::now() - start < patience) continue;
        std::cout << "rank " << ranks_.rank() << " left this test early, and the others did not"
                  << std::endl;
        ranks_.abort(1);
      }
    }
  }

  static constexpr std::chrono::seconds patience{30};

  Communicator ranks_;
  std::string test_;  // GoogleTest must not be asked while it reports a failure
  bool left_early_ = false;
};

int run_tests(const Communicator& ranks) {
  the_world = &ranks;
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (!ranks.is_root()) {
    delete listeners.Release(listeners.default_result_printer());
    delete listeners.Release(listeners.default_xml_generator());
  }
  auto* const across = new AcrossRanks(ranks);
  listeners.Append(across);
  std::array<std::int64_t, 1> failed{RUN_ALL_TESTS()};
  delete listeners.Release(across);  // its group goes before MPI does
  ranks.maximum(failed);
  if (ranks.is_root())
    std::cout << ranks.size() << " ranks: " << (failed[0] == 0 ? "passed" : "FAILED") << std::endl;
  return static_cast<int>(failed[0]);
}

}  // namespace

const Communicator& world() { return *the_world; }

}  // namespace encke::test

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  encke::Runtime runtime(argc, argv, 1, encke::StartMpi::always);
  return encke::test::run_tests(runtime.world());
}
