# What all of Encke's own targets have in common.

# encke_own_target(<target>): C++20, warnings, and arithmetic that does not depend on the instruction set.
function(encke_own_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off)
  if(ENCKE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# encke_add_backend(NAME <name> FACTORY <function> SOURCES <files>): adds a backend to the library and to the list that
# <encke/backend/registry.hpp> hands out. FACTORY is a function of namespace encke,
#   std::unique_ptr<encke::TileBackend> FACTORY(const encke::BackendOptions&)
function(encke_add_backend)
  cmake_parse_arguments(PARSE_ARGV 0 backend "" "NAME;FACTORY" "SOURCES")
  string(REGEX REPLACE "^encke::" "" factory "${backend_FACTORY}")
  target_sources(encke PRIVATE ${backend_SOURCES})
  set_property(GLOBAL APPEND PROPERTY ENCKE_BACKEND_NAMES ${backend_NAME})
  set_property(GLOBAL APPEND_STRING PROPERTY ENCKE_BACKEND_DECLARATIONS
               "std::unique_ptr<TileBackend> ${factory}(const BackendOptions&);\n")
  set_property(GLOBAL APPEND_STRING PROPERTY ENCKE_BACKEND_ENTRIES
               "    BackendEntry{\"${backend_NAME}\", &${factory}},\n")
endfunction()
