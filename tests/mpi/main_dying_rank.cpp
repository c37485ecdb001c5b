// main_dying_rank SIGNAL: a job in which rank 1 sends itself a signal in the middle of a
// computation, and the others wait for it. Exit code 22 is what the heartbeat should make of it.
#include <csignal>
#include <cstdlib>
#include <encke/comm/heartbeat.hpp>
#include <encke/comm/mpi_session.hpp>
#include <iostream>

int main(int argc, char** argv) {
  using namespace std::chrono_literals;
  if (argc != 2) return 2;
  const encke::MpiSession session(encke::StartMpi::always);
  const encke::Heartbeat heartbeat(
      session.world(), [](const std::string& message) { std::cerr << message << std::endl; },
      {.period = 100ms, .timeout = 3s});
  session.world().barrier();
  if (session.world().rank() == 1) std::raise(std::atoi(argv[1]));
  session.world().barrier();
  return 0;
}
