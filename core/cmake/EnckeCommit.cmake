# Sets ENCKE_COMMIT, what this build is of: from git, or in a source archive from what `git archive` writes below; else empty.
# A commit that comes later is told by the next configuration, which its entry in git's log brings about.
set(ENCKE_COMMIT "")
set(archived "$Format:%h$")
if(NOT archived MATCHES "Format")
  set(ENCKE_COMMIT ${archived})
  return()
endif()
find_package(Git QUIET)
if(NOT Git_FOUND OR NOT EXISTS ${PROJECT_SOURCE_DIR}/.git)
  return()
endif()
execute_process(
  COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  OUTPUT_VARIABLE ENCKE_COMMIT
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(
  COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  OUTPUT_VARIABLE log
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
get_filename_component(log "${log}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
if(EXISTS "${log}")
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${log}")
endif()
