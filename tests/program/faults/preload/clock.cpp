// A clock of the day that jumps, and one that only goes forward which is in haste.
#include <dlfcn.h>
#include <pthread.h>
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

long haste() {
  static const char* const wish = std::getenv("ENCKE_FAULT_HASTE");
  static const long times = wish == nullptr ? 1 : std::atol(wish);
  return times;
}

constexpr long long second = 1'000'000'000;

timespec of_nanoseconds(long long count) {
  timespec time{};
  time.tv_sec = count / second;
  time.tv_nsec = count % second;
  return time;
}

long long nanoseconds(const timespec& time) { return time.tv_sec * second + time.tv_nsec; }

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  static auto* const next =
      reinterpret_cast<int (*)(clockid_t, timespec*)>(::dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = next(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += jump();
  if (result == 0 && clock == CLOCK_MONOTONIC && haste() > 1) {
    *time = of_nanoseconds(nanoseconds(*time) * haste());
  }
  return result;
}

/// The wait of std::condition_variable: it is told an end by the clock in haste, and the system has
/// the true one.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* end) {
  static auto* const next =
      reinterpret_cast<int (*)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>(
          ::dlsym(RTLD_NEXT, "pthread_cond_clockwait"));
  if (clock != CLOCK_MONOTONIC || haste() <= 1) return next(condition, mutex, clock, end);
  const timespec sooner = of_nanoseconds(nanoseconds(*end) / haste());
  return next(condition, mutex, clock, &sooner);
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
