# What stands in front of the C library in runs of which some call is to fail. It does not go together with a sanitizer,
# which must be loaded first.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  add_library(encke_fault_calls MODULE program/faults/preload/fault_calls.cpp program/faults/preload/functions.cpp
              program/faults/preload/allocations.cpp program/faults/preload/clock.cpp)
  encke_own_target(encke_fault_calls)
  target_link_libraries(encke_fault_calls PRIVATE ${CMAKE_DL_LIBS})
  add_dependencies(encke_faults_tests encke_fault_calls)
  set_property(TEST faults APPEND PROPERTY ENVIRONMENT "ENCKE_FAULT_CALLS=$<TARGET_FILE:encke_fault_calls>")
endif()
if(ENCKE_HAS_MPI AND MPIEXEC_EXECUTABLE)
  set_property(TEST faults APPEND PROPERTY ENVIRONMENT "ENCKE_MPIEXEC=${MPIEXEC_EXECUTABLE}")
  execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE mpiexec_version ERROR_QUIET)
  if(mpiexec_version MATCHES "Open ?MPI|OpenRTE|PRRTE")
    set_property(TEST faults APPEND PROPERTY ENVIRONMENT "ENCKE_OPEN_MPI=1")
  endif()
endif()
set_tests_properties(faults PROPERTIES TIMEOUT 3600) # thousands of runs; a busy machine needs ten minutes, the long form more
