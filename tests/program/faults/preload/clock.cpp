// A clock of the day that jumps; the one that only goes forward stays as it is.
#include <dlfcn.h>
#include <sys/time.h>

#include <atomic>
#include <cstdlib>
#include <ctime>

namespace {

/// Seconds to add to what a reading of the clock gives: none, some, none, some less.
time_t jump() {
  static const char* const wish = std::getenv("ENCKE_FAULT_CLOCK");
  if (wish == nullptr) return 0;
  static std::atomic<unsigned> readings = 0;
  constexpr time_t signs[] = {0, 1, 0, -1};
  return signs[readings++ % 4] * std::atol(wish);
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  static auto* const next =
      reinterpret_cast<int (*)(clockid_t, timespec*)>(::dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = next(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += jump();
  return result;
}

int gettimeofday(timeval* time, void* zone) noexcept {
  static auto* const next =
      reinterpret_cast<int (*)(timeval*, void*)>(::dlsym(RTLD_NEXT, "gettimeofday"));
  const int result = next(time, zone);
  if (result == 0) time->tv_sec += jump();
  return result;
}

time_t time(time_t* where) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (where != nullptr) *where = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"
