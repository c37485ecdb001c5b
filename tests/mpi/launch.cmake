# The tests of mpi/ become one GoogleTest program, run under MPI's launcher with several numbers of ranks: mpi_ranks_N.
file(GLOB_RECURSE mpi_sources CONFIGURE_DEPENDS mpi/*_test.cpp)
list(APPEND mpi_sources mpi/solve.cpp mpi/yield.cpp program/known_answers/predecessor.cpp)
add_executable(encke_mpi_tests mpi/main.cpp ${mpi_sources})
encke_own_target(encke_mpi_tests)
target_compile_options(encke_mpi_tests PRIVATE ${computing_options})
target_link_libraries(encke_mpi_tests PRIVATE encke_test_support encke_emulated_cuda) # a device of each rank
target_precompile_headers(encke_mpi_tests REUSE_FROM encke_test_support)
encke_by_folder(encke_mpi_tests)
set_target_properties(encke_mpi_tests PROPERTIES ENABLE_EXPORTS ON) # sched_yield() of yield.cpp, to MPI
set_source_files_properties(mpi/yield.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
add_executable(encke_mpi_dying_rank mpi/main_dying_rank.cpp)
encke_own_target(encke_mpi_dying_rank)
target_link_libraries(encke_mpi_dying_rank PRIVATE Encke::encke)

# More ranks than cores are wanted here. MPICH allows that unasked.
set(mpi_environment OMP_NUM_THREADS=1 OMP_PROC_BIND=false OMP_WAIT_POLICY=passive)
set(mpi_flags)
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE mpiexec_version ERROR_QUIET)
if(mpiexec_version MATCHES "Open ?MPI|OpenRTE|PRRTE")
  set(mpi_flags --oversubscribe --bind-to none)
  set(mpi_quiet -q --mca odls_base_sigkill_timeout 0) # no remarks on programs that fail, and no second of waiting
  # Nor the search for networks, which takes a fifth of a short job: memory is all that these ranks share.
  set(mpi_no_networks OMPI_MCA_pml=ob1 "OMPI_MCA_btl=^tcp,openib,ofi,uct,usnic")
  list(APPEND mpi_environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1)
endif()

function(encke_add_mpi_test name ranks)
  add_test(NAME ${name} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${mpi_flags} ${ARGN})
  # Ranks wait for one another much of the time: two such tests at a time take less than one after the other.
  set_tests_properties(${name} PROPERTIES LABELS mpi TIMEOUT 600 COST 100 ENVIRONMENT "${mpi_environment}")
endfunction()

# A test runs where the number of ranks adds something. All run on 3; on 8, the first number of three axes, all that have a grid; on 5 to 7
# those whose grids differ. On 1 what `run()` computes without ranks, too, is left out; on 2 and 4 what 3 and 8 ranks or the other of the two
# have. test_decompositions_long has all on all.
set(not_on_1 FieldGroup* Helpers.Find* HelpersKeep* DomainsOfRanks.*process* DomainsOfRanks.of* OnDemand* Unifrac* KnownAnswers*
    KnownNetworks*)
set(not_on_2 FieldGroup* EmulatedGpu* DeviceVectors* OnDemand* Unifrac* KnownAnswers* KnownNetworks*)
set(not_on_4 Helpers* KnownAnswers* Unifrac* DomainsOfRanks* OnDemand* Pruning* Counts* ClassTables* KingOnRanks* RSquaredOnRanks*)
set(not_on_8 Communicator* Transfer* Agree* Heartbeat* *Helpers* Shares* KnownNetworks* DeviceVectors* FieldGroup*)
set(only_on_5 *Decompositions* *KnownAnswers* *Domains* Grid* Parts* ReadShare*)
set(only_on_6 ${only_on_5})
set(only_on_7 *Decompositions* Grid* Parts* ReadShare* DomainsOfRanks.are* DomainsOfRanks.move*)
foreach(ranks RANGE 1 8)
  set(some)
  if(DEFINED not_on_${ranks})
    list(JOIN not_on_${ranks} ":" some)
    set(some --gtest_filter=-${some})
  elseif(DEFINED only_on_${ranks})
    list(JOIN only_on_${ranks} ":" some)
    set(some --gtest_filter=${some})
  endif()
  encke_add_mpi_test(mpi_ranks_${ranks} ${ranks} $<TARGET_FILE:encke_mpi_tests> ${some})
endforeach()

if(TEST ranks) # starts the program on ranks itself
  list(JOIN mpi_flags " " flags)
  list(JOIN mpi_quiet " " mpi_quiet)
  set_property(TEST ranks APPEND PROPERTY ENVIRONMENT ${mpi_environment} ${mpi_no_networks}
                                          "ENCKE_MPIEXEC=${MPIEXEC_EXECUTABLE} ${mpi_quiet} ${flags} ${MPIEXEC_NUMPROC_FLAG}")
  set_property(TEST ranks PROPERTY LABELS mpi)
endif()

# A rank that is killed, and one that is stopped.
foreach(signal 9 19)
  add_test(NAME mpi_rank_gets_signal_${signal}
           COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/mpi/dying_rank.sh ${signal} $<TARGET_FILE:encke_mpi_dying_rank>
                   ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 ${mpi_flags})
  set_tests_properties(mpi_rank_gets_signal_${signal} PROPERTIES LABELS mpi PROCESSORS 2 TIMEOUT 100
                                                                 ENVIRONMENT "${mpi_environment}")
endforeach()

# All tests, with all numbers of phases and stages on all decompositions: some minutes of a free machine. Not a part of the
# other tests.
set(long_runs)
foreach(ranks RANGE 1 8)
  list(APPEND long_runs COMMAND ${CMAKE_COMMAND} -E env ${mpi_environment} ENCKE_LONG=1 ${MPIEXEC_EXECUTABLE}
       ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${mpi_flags} $<TARGET_FILE:encke_mpi_tests>)
endforeach()
add_custom_target(test_decompositions_long ${long_runs} VERBATIM USES_TERMINAL)
add_dependencies(test_decompositions_long encke_mpi_tests)
