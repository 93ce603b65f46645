# cmake -DOUTPUT=x.cpp -DSOURCE=<repository> -DVERSION=0.1.0 -DTYPE=Release -P write_build_facts.cmake
#
# Writes what `vkalgo --version` prints about the build to a file of its own, which is rewritten only if it differs. So
# a new commit compiles only these few lines. Sources that are in no repository of their own have the commit "unknown".
set(commit unknown)
find_program(git git)
if(git)
    execute_process(COMMAND "${git}" -C "${SOURCE}" rev-parse --show-toplevel HEAD
        OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0)
        string(REPLACE "\n" ";" answer "${answer}")
        list(GET answer 0 root)
        list(GET answer 1 head)
        file(REAL_PATH "${SOURCE}" source)
        file(REAL_PATH "${root}" root)
        # A tarball unpacked inside somebody's repository is not that repository.
        if(root STREQUAL source)
            set(commit "${head}")
        endif()
    endif()
endif()
set(text "namespace vkalgo::cli {

extern const char* const kBuiltVersion;
extern const char* const kBuiltCommit;
extern const char* const kBuiltType;
const char* const kBuiltVersion = \"${VERSION}\";
const char* const kBuiltCommit = \"${commit}\";
const char* const kBuiltType = \"${TYPE}\";

}  // namespace vkalgo::cli
")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "${text}" @ONLY)  # writes only what differs
