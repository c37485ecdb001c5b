# mpi/*_test.cpp become one GoogleTest program, run under MPI's launcher with several numbers of ranks: mpi_ranks_N.
file(GLOB mpi_sources CONFIGURE_DEPENDS mpi/*_test.cpp)
add_executable(encke_mpi_tests mpi/main.cpp ${mpi_sources})
encke_own_target(encke_mpi_tests)
target_compile_options(encke_mpi_tests PRIVATE $<$<CONFIG:Release>:-O1>)
target_link_libraries(encke_mpi_tests PRIVATE encke_test_support)
add_executable(encke_mpi_dying_rank mpi/main_dying_rank.cpp)
encke_own_target(encke_mpi_dying_rank)
target_link_libraries(encke_mpi_dying_rank PRIVATE Encke::encke)

# More ranks than cores are wanted here. MPICH allows that unasked.
set(mpi_environment OMP_NUM_THREADS=1 OMP_PROC_BIND=false OMP_WAIT_POLICY=passive)
set(mpi_flags)
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE mpiexec_version ERROR_QUIET)
if(mpiexec_version MATCHES "Open ?MPI|OpenRTE|PRRTE")
  set(mpi_flags --oversubscribe --bind-to none)
  list(APPEND mpi_environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1)
endif()

function(encke_add_mpi_test name ranks)
  add_test(NAME ${name} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${mpi_flags} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS mpi PROCESSORS 2 TIMEOUT 600 ENVIRONMENT "${mpi_environment}")
endfunction()

foreach(ranks 1 2 3 4 6 8)
  encke_add_mpi_test(mpi_ranks_${ranks} ${ranks} $<TARGET_FILE:encke_mpi_tests>)
endforeach()

# A rank that is killed, and one that is stopped.
foreach(signal 9 19)
  add_test(NAME mpi_rank_gets_signal_${signal}
           COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/mpi/dying_rank.sh ${signal} $<TARGET_FILE:encke_mpi_dying_rank>
                   ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 ${mpi_flags})
  set_tests_properties(mpi_rank_gets_signal_${signal} PROPERTIES LABELS mpi PROCESSORS 2 TIMEOUT 100
                                                                 ENVIRONMENT "${mpi_environment}")
endforeach()
