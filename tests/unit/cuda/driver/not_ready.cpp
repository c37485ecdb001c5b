// A libcuda.so.1 whose devices are there and do not start (CUDA_ERROR_SYSTEM_NOT_READY), as on a
// machine whose fabric manager is not running: see compile-cuda.sh.
#include <cstring>

namespace {

constexpr int not_ready = 802;

int init(unsigned) { return not_ready; }
int fail() { return not_ready; }
int version_of(int* version) {
  *version = 1000000;  // newer than any library wants it
  return 0;
}

}  // namespace

/// What the library of the toolkit looks up; the others it gets through it.
extern "C" int cuGetProcAddress_v2(const char* name, void** function, int, unsigned long long,
                                   int* found) {
  if (std::strcmp(name, "cuDriverGetVersion") == 0) {
    *function = reinterpret_cast<void*>(&version_of);
  } else if (std::strcmp(name, "cuInit") == 0) {
    *function = reinterpret_cast<void*>(&init);
  } else if (std::strcmp(name, "cuGetProcAddress") == 0) {
    *function = reinterpret_cast<void*>(&cuGetProcAddress_v2);
  } else {
    *function = reinterpret_cast<void*>(&fail);
  }
  if (found != nullptr) *found = 0;
  return 0;
}
