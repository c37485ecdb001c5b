# The CUDA toolkit and its compiler, for the backend for NVIDIA GPUs; no GPU is needed.
find_package(CUDAToolkit 12 REQUIRED)
if(NOT CMAKE_CUDA_COMPILER)
  set(CMAKE_CUDA_COMPILER ${CUDAToolkit_NVCC_EXECUTABLE})
endif()
enable_language(CUDA)
if(NOT CMAKE_CUDA_FLAGS MATCHES "-std=")
  string(APPEND CMAKE_CUDA_FLAGS " -std=c++20") # CMake 3.25 does not know that nvcc has it, and sets nothing
endif()

# encke_cuda_target(<target> [WARPGROUPS]): what all targets with kernels have in common. WARPGROUPS: with instructions that compute
# capability 9.0 alone has, whatever else is built for.
function(encke_cuda_target target)
  cmake_parse_arguments(of "WARPGROUPS" "" "" ${ARGN})
  set(architectures "${ENCKE_CUDA_ARCHITECTURES}")
  if(of_WARPGROUPS)
    set(architectures OFF) # not every CMake knows 90a
    target_compile_options(${target} PRIVATE -gencode=arch=compute_90a,code=sm_90a)
  endif()
  set_target_properties(${target} PROPERTIES CUDA_STANDARD 20 CUDA_ARCHITECTURES "${architectures}")
  # fmad=false: what tests and sums are made of is rounded as on a CPU. 1675: "GCC unroll", which it need not know, since it unrolls
  # loops of known length by itself.
  target_compile_options(${target} PRIVATE -O3 -fmad=false --expt-relaxed-constexpr -diag-suppress=1675 -Xcompiler=-Wall,-Wextra)
  if(ENCKE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror=all-warnings)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR}/backends)
  target_link_libraries(${target} PRIVATE CUDA::cudart_static)
endfunction()
