#pragma once

#include <Kokkos_Core.hpp>
#include <encke/base/error.hpp>
#include <span>

// Private: what both kinds of products need of Kokkos' default execution space.
namespace encke::sparse {

using Space = Kokkos::DefaultExecutionSpace;

inline void require_runtime() {
  if (Kokkos::is_initialized()) return;
  throw Error(Failure::internal, "sparse products need a Runtime");
}

/// Numbers of the host where kernels of the space can read them: themselves, or a copy.
template <class Number>
class SpaceArray {
 public:
  using Memory = Space::memory_space;
  using View = Kokkos::View<const Number*, Space::array_layout, Kokkos::Device<Space, Memory>,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit SpaceArray(std::span<const Number> numbers) {
    if constexpr (Kokkos::SpaceAccessibility<Space, Kokkos::HostSpace>::accessible) {
      view_ = View(numbers.data(), numbers.size());
    } else {
      using Host =
          Kokkos::View<const Number*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
      copy_ = Copy(Kokkos::view_alloc("numbers of the host", Kokkos::WithoutInitializing),
                   numbers.size());
      Kokkos::deep_copy(copy_, Host(numbers.data(), numbers.size()));
      view_ = View(copy_.data(), numbers.size());
    }
  }

  const View& view() const { return view_; }

 private:
  using Copy = Kokkos::View<Number*, Space::array_layout, Kokkos::Device<Space, Memory>>;
  Copy copy_;
  View view_;
};

}  // namespace encke::sparse
