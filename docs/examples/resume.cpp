// A job that survives being stopped: what is done is kept in pairs.blocks/, and the same call goes
// on with it. job::perform() makes the files that the command line makes; it prints nothing, an
// Observer hears of everything.
#include <encke/encke.hpp>
#include <fstream>
#include <iostream>
#include <string>

class Patience final : public encke::job::Observer {
 public:
  explicit Patience(int tiles) : tiles_(tiles) {}
  void check_stop() override {
    if (tiles_ <= 0) throw encke::Error(encke::Failure::stopped, "patience is at its end");
  }
  void progress(const encke::Progress& /*progress*/) override { --tiles_; }

 private:
  int tiles_;
};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv, 1);
  const encke::job::GivenOption given[] = {{"--synthetic", "random"}, {"--num-vectors", "200"},
                                           {"--num-fields", "50"},    {"--block", "16"},
                                           {"--out", "pairs"},        {"--resume", ""}};
  const encke::job::Request request = encke::job::read_request("ccc", given);
  try {
    Patience patience(3);
    encke::job::perform(request, runtime.world(), patience);
  } catch (const encke::Error& stopped) {
    if (stopped.failure() != encke::Failure::stopped) throw;
    std::cout << "stopped: " << stopped.what() << '\n';
  }
  const encke::job::Outcome outcome = encke::job::perform(request, runtime.world());
  std::cout << outcome.tiles_resumed << " of " << outcome.report.tiles << " tiles were done; "
            << outcome.report.hits << " values\n";

  encke::job::Request whole = request;
  whole.out = "whole";
  encke::job::perform(whole, runtime.world());
  return contents("pairs.edges.tsv") == contents("whole.edges.tsv") ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
