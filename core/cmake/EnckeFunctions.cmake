# What all of Encke's own targets have in common.

# Time of a compiler goes into collecting garbage, again and again where memory would do.
set(memory 0)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT Kokkos_ENABLE_CUDA) # a cache of objects has it done once
  set(memory 512)
endif()
set(ENCKE_COMPILER_MEMORY ${memory} CACHE STRING "MiB that GCC takes before it collects garbage; 0: what it chooses. The code is the same")
mark_as_advanced(ENCKE_COMPILER_MEMORY)

# encke_own_target(<target>): C++20, warnings, and arithmetic that does not depend on the instruction set.
function(encke_own_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # missing-field-initializers: a designated initializer names what differs from the default, and no more.
  # shadow: to Clang, unlike GCC, names of files that are joined hide one another.
  set(shadow -Wshadow)
  if(ENCKE_UNITY AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(shadow)
  endif()
  target_compile_options(
    ${target} PRIVATE -Wall -Wextra -Wpedantic ${shadow} -Wno-missing-field-initializers -ffp-contract=off)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # FIXME_GCC12: false alarms about operator+ of std::string, GCC bug 105651
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(ENCKE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ENCKE_COMPILER_MEMORY)
    math(EXPR kib "${ENCKE_COMPILER_MEMORY} * 1024")
    target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-expand=100" "SHELL:--param ggc-min-heapsize=${kib}")
  endif()
  # In a project that names no build type, and whose own flags we leave alone.
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND NOT "${CMAKE_CXX_FLAGS}" MATCHES "(^| )-O")
    target_compile_options(${target} PRIVATE -O2)
  endif()
endfunction()

# encke_link_only(<library>): links the library with one of which the objects do not get the flags for compilers, as far as CMake
# can leave them out: so they are the same objects with another MPI, or with CUDA.
function(encke_link_only library)
  if(BUILD_SHARED_LIBS)
    target_link_libraries(encke PRIVATE ${library})
  else()
    target_link_libraries(encke INTERFACE $<LINK_ONLY:${library}>)
  endif()
endfunction()

# encke_add_sources(<target> <file>...): adds source files. One whose name ends in the name of an instruction-set level
# (x86_64_v2, v3, knl, v4, v4_carry, amx, neon or portable) is compiled for that level, and always optimised: without it even the tests of a debug
# build would take minutes. It must hold nothing that other files could share (tests/rules/level_symbols.sh).
function(encke_add_sources target)
  # psabi: vectors wider than the baseline's are passed between inlined functions only. Nobody reads errno: with it the compiler
  # takes square roots one by one.
  set(options_all -Wno-psabi -fno-math-errno)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # FIXME_GCC12: false alarms about the compiler's own AVX-512 header, GCC bug 105593
    list(APPEND options_all -Wno-maybe-uninitialized)
  endif()
  if(NOT ENCKE_SANITIZE_KERNELS)
    list(APPEND options_all -fno-sanitize=all)
  endif()
  set(options_portable)
  set(options_neon) # every 64-bit Arm CPU has it
  set(options_x86_64_v2 -march=x86-64-v2)
  set(options_x86_64_v3 -march=x86-64-v3)
  set(options_x86_64_knl -march=x86-64-v3 -mavx512f -mavx512cd -mprefer-vector-width=512)
  set(options_x86_64_v4 -march=x86-64-v4 -mavx512vpopcntdq -mavx512vbmi -mavx512vbmi2 -mavx512vnni -mgfni -mprefer-vector-width=512)
  set(options_x86_64_v4_carry ${options_x86_64_v4})
  set(options_x86_64_amx_emulated ${options_x86_64_v4}) # of tests: tiles in plain C++
  set(options_x86_64_amx ${options_x86_64_v4}) # its tiles are inline assembly
  if(ENCKE_ASSEMBLES_AMX)
    list(APPEND options_x86_64_amx -DENCKE_ASSEMBLES_AMX)
  endif()
  foreach(file IN LISTS ARGN)
    if(file MATCHES "_(portable|x86_64_v[234]|x86_64_v4_carry|x86_64_amx|x86_64_amx_emulated|x86_64_knl|neon)\\.cpp$")
      set(level ${CMAKE_MATCH_1})
      if(level MATCHES "^x86_64" AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
        continue()
      endif()
      if(level STREQUAL "neon" AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
        continue()
      endif()
      set(optimise -O3)
      if(file MATCHES "/level_(portable|x86_64_v2|x86_64_knl)\\.cpp$")
        set(optimise -O2) # takes half the time to compile; for CPUs from before 2013, and Xeon Phi, which was sold until 2020
      endif()
      set_source_files_properties(
        ${file} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${optimise};${options_all};${options_${level}}")
    endif()
    target_sources(${target} PRIVATE ${file})
  endforeach()
endfunction()

# encke_add_backend(NAME <name> FACTORY <function> SOURCES <files> [ON_KOKKOS <files>]): adds a backend to the library and to
# the list that <encke/backend/registry.hpp> hands out. ON_KOKKOS: the files that include Kokkos. FACTORY is a function of
# namespace encke,
#   std::unique_ptr<encke::TileBackend> FACTORY(const encke::BackendOptions&)
function(encke_add_backend)
  cmake_parse_arguments(PARSE_ARGV 0 backend "" "NAME;FACTORY" "SOURCES;ON_KOKKOS")
  string(REGEX REPLACE "^encke::" "" factory "${backend_FACTORY}")
  encke_add_sources(encke ${backend_SOURCES})
  target_sources(encke_on_kokkos PRIVATE ${backend_ON_KOKKOS})
  set_property(GLOBAL APPEND PROPERTY ENCKE_BACKEND_NAMES ${backend_NAME})
  set_property(GLOBAL APPEND_STRING PROPERTY ENCKE_BACKEND_DECLARATIONS
               "std::unique_ptr<TileBackend> ${factory}(const BackendOptions&);\n")
  set_property(GLOBAL APPEND_STRING PROPERTY ENCKE_BACKEND_ENTRIES
               "    BackendEntry{\"${backend_NAME}\", &${factory}},\n")
endfunction()

# encke_by_folder(<target> [<regular expression>]): the compiler reads the sources of a room, such as core/encke/io with its folders,
# drivers/encke with its, backends/cuda, or the folder of a test program, as one file, or where they have more than 110 kB together (tests
# 80, which compile longer, rooms of templates 40) as a few of the same size (ENCKE_UNITY): what they include is parsed once, and templates
# are instantiated once. So names in the unnamed namespaces of a room differ; rooms of few files are one. Sources with options of their own
# stay alone, and those of paths that the expression matches. It is compared with paths from the top of the project, such as
# /core/encke/run/job.cpp.
function(encke_by_folder target)
  if(NOT ENCKE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(groups)
  foreach(source IN LISTS sources)
    get_filename_component(absolute ${source} ABSOLUTE)
    file(RELATIVE_PATH inside ${PROJECT_SOURCE_DIR} ${absolute})
    string(PREPEND inside "/")
    if(ARGC GREATER 1 AND inside MATCHES "${ARGV1}")
      continue()
    endif()
    if(inside MATCHES "^/core/encke/(backend|base|contraction|distinct|plan|sparse)/")
      set(room /core/encke/small)
    elseif(inside MATCHES "^/core/encke/run/runtime") # of Kokkos alone
      set(room /core/encke/host)
    elseif(target STREQUAL "encke_readers" AND inside MATCHES "^/core/encke/(ld|network|ordination)/") # few of each
      set(room /core/encke/read)
    else()
      string(REGEX MATCH "^/(core/encke|drivers|tests/unit|tests/program)/[^/]*|^/(tests/[^/]*|backends/cuda)|^/.*/" room "${inside}")
    endif()
    string(MAKE_C_IDENTIFIER "${room}" group)
    list(APPEND groups ${group})
    list(APPEND sources_${group} ${source})
    file(SIZE ${absolute} bytes)
    list(APPEND bytes_${group} ${bytes})
    math(EXPR all_${group} "${all_${group}} + ${bytes}")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    set(most 110000)
    if(group MATCHES "^_(tests|drivers_bench)")
      set(most 80000)
    elseif(group MATCHES "^_core_encke_(combine|run)$") # templates of seconds each
      set(most 40000)
    endif()
    math(EXPR files "1 + ${all_${group}} / ${most}")
    set(before 0)
    foreach(source bytes IN ZIP_LISTS sources_${group} bytes_${group})
      math(EXPR number "1 + ${before} * ${files} / ${all_${group}}")
      math(EXPR before "${before} + ${bytes}")
      set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group}_${number})
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP UNITY_BUILD_UNIQUE_ID ENCKE_FILE)
endfunction()
