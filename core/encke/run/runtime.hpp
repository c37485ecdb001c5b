#pragma once

namespace encke {

/// Starts what backends need (Kokkos) unless the caller already has, and ends it if it started it.
/// Make one in main before anything else. `threads` 0: all cores this process may run on.
/// Kokkos' own --kokkos-* arguments are taken out of argv.
class Runtime {
 public:
  Runtime(int& argc, char** argv, int threads = 0);
  explicit Runtime(int threads = 0);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime();

  int threads() const;

 private:
  void start(int& argc, char** argv, int threads);

  bool owner_ = false;
};

}  // namespace encke
