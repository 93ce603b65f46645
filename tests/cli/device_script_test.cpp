// Runs bench/device.sh with programs that only note the order in which they run.
#include "tests/cli/process.hpp"
#include "tests/support/paths.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

TEST(DeviceScript, MeasuresOnlyAfterThePeersAreCompiled) {
    if (run_shell("command -v xz").exit_code != 0) {
        GTEST_SKIP() << "xz is not installed";
    }
    const std::string script = R"script(
        mkdir -p parcel/bin parcel/peers fake
        echo none > parcel/commit
        touch parcel/peers/copy.cu
        printf '#!/bin/bash\n[ "$1" != bench ] || echo measured >> "$ORDER"\n' > parcel/bin/vkalgo
        printf '#!/bin/bash\nsleep 1; echo compiled >> "$ORDER"; cp "$(type -P true)" "$5"\n' > fake/nvcc
        printf '#!/bin/bash\n' > fake/nvidia-smi
        chmod +x parcel/bin/vkalgo fake/*
        tar -C parcel -cJf parcel.tar.xz . && cp "$SCRIPT" device.sh
        export ORDER=$PWD/order PATH=$PWD/fake:$PATH VKALGO_STEPS='bench histogram|peers'
        bash device.sh time results > log 2>&1 || cat log
        cat order)script";
    EXPECT_EQ(run_shell("SCRIPT='" + vkalgo::test::source_folder() + "/bench/device.sh'; " + script).output,
              "compiled\nmeasured\n");
}

}  // namespace
}  // namespace vkalgo::cli::test
