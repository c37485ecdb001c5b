# encke_fuzz_replay: all fuzz targets in one program, whose one source this writes: each file of targets/ under a name of its own.
file(GLOB target_sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/targets/*/*.cpp)
set(content "// Written by tests/fuzz/replay/replay.cmake.\n#include \"fuzz/replay/targets.hpp\"\n")
set(rows)
foreach(source IN LISTS target_sources)
  cmake_path(GET source STEM name)
  string(APPEND content "#define LLVMFuzzerTestOneInput fuzz_${name}\n#include \"${source}\"\n#undef LLVMFuzzerTestOneInput\n")
  string(APPEND rows "    {\"${name}\", &fuzz_${name}},\n")
endforeach()
string(APPEND content "namespace encke::fuzz {\nstd::span<const Target> targets() {\n  static constexpr Target all[] = {\n${rows}  };\n"
                      "  return all;\n}\n}\n")
set(written ${CMAKE_CURRENT_BINARY_DIR}/fuzz_targets.cpp)
file(CONFIGURE OUTPUT ${written} CONTENT "${content}" @ONLY)

file(GLOB support CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/support/*.cpp)
list(FILTER support EXCLUDE REGEX "/serial_host\\.cpp$") # the library has its own
add_executable(encke_fuzz_replay ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${written} ${support})
encke_own_target(encke_fuzz_replay)
target_compile_options(encke_fuzz_replay PRIVATE ${test_options})
target_include_directories(encke_fuzz_replay PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz)
target_link_libraries(encke_fuzz_replay PRIVATE Encke::encke)
