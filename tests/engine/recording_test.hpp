#pragma once

#include "engine/recorder.hpp"
#include "engine/runner.hpp"
#include "tests/support/device_fixture.hpp"

#include <functional>

namespace vkalgo::test {

/// Tests of what a recorder does.
class RecordingTest : public DeviceTest {
protected:
    /// What becomes of a recording that is run.
    static Result<void> status(const std::function<void(Recorder&)>& record) {
        auto result = runner().run([&](Recorder& recorder) -> Result<void> {
            record(recorder);
            return {};
        });
        if (!result) {
            return result.error();
        }
        return {};
    }
};

}  // namespace vkalgo::test
