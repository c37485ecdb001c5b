#include <encke/base/error.hpp>
#include <encke/sparse/products.hpp>
#include <string>

namespace encke::sparse {

bool has_products() {
#if defined(ENCKE_HAS_KOKKOS_KERNELS)
  return true;
#else
  return false;
#endif
}

void require_products(std::string_view what) {
  if (has_products()) return;
  throw Error(Failure::inconsistent, std::string(what) +
                                         ": this Encke was built without Kokkos Kernels "
                                         "(ENCKE_KOKKOS_KERNELS), which sparse products need");
}

}  // namespace encke::sparse
