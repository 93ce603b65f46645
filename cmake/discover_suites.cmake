# cmake -DPROGRAM=x -DPREFIX=engine -DDIRECTORY=dir -DOUTPUT=x_suites.cmake -P discover_suites.cmake
# Asks a GoogleTest program for its suites and writes one ctest entry for each: one process per suite, so that a
# crash names its suite, and the cost of making a Vulkan context is paid per suite, not per test.
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests
    OUTPUT_VARIABLE listing RESULT_VARIABLE status WORKING_DIRECTORY "${DIRECTORY}")
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} --gtest_list_tests failed (${status})")
endif()
string(REPLACE ";" "\\;" listing "${listing}")
string(REPLACE "\n" ";" lines "${listing}")
set(script "")
foreach(line IN LISTS lines)
    # A suite's line is "Suite." or "Instance/Suite.", perhaps with a comment; a test's line is indented.
    if(line MATCHES "^([A-Za-z0-9_/]+)\\.( .*)?$")
        set(suite "${CMAKE_MATCH_1}")
        string(APPEND script
            "add_test([==[${PREFIX}.${suite}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${suite}.*]==])\n"
            "set_tests_properties([==[${PREFIX}.${suite}]==] PROPERTIES"
            " WORKING_DIRECTORY [==[${DIRECTORY}]==] TIMEOUT 1200 LABELS ${PREFIX})\n")
    endif()
endforeach()
file(WRITE "${OUTPUT}" "${script}")
