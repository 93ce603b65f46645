#pragma once

#include "engine/recorder.hpp"
#include "engine/runner.hpp"
#include "tests/support/device_fixture.hpp"

#include <functional>

namespace vkalgo::test {

inline constexpr StageAccess kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};

/// Fixture for tests of a recorder.
class RecordingTest : public DeviceTest {
protected:
    /// Runs a recording and returns its status.
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
