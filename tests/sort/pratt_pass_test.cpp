// The kernel of Pratt's Shellsort, pass by pass on the device.
#include "algorithms/sort/pratt_plan.hpp"
#include "shaders/sort/sort.h"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"
#include <vkalgo_spirv/sort/pratt_pass.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class PrattPasses : public DeviceTest {};

TEST_F(PrattPasses, SortOnTheDevice) {
    for (const PrattShape& shape : {PrattShape{4096, 512}, {512, 64}, {8192, 1024}}) {
        const auto kernel = [&](std::uint32_t rows, std::uint32_t columns) {
            return take(context().kernel({"sort/pratt_pass",
                                          spirv::sort_pratt_pass,
                                          {{VKALGO_SORT_CONSTANT_THREADS, 256},
                                           {VKALGO_SORT_CONSTANT_ROWS, rows},
                                           {VKALGO_SORT_CONSTANT_COLUMNS, columns}},
                                          0}));
        };
        const auto rows = static_cast<std::uint32_t>(shape.rows);
        const auto columns = static_cast<std::uint32_t>(shape.tile / shape.rows);
        const auto of_columns = kernel(rows, columns);
        const auto of_neighbours = kernel(static_cast<std::uint32_t>(shape.tile), 1);
        for (const std::uint32_t count : {2u, 255u, 8191u, 8193u, 65536u, 100003u, 300000u}) {
            SplitMix64 random(count);
            std::vector<std::uint32_t> keys(count);
            for (std::uint32_t& key : keys) {
                key = count % 2 == 0 ? random.next32() : random.next32() % 7;
            }
            const Buffer buffer = take(runner().upload_new(std::as_bytes(std::span(keys)), "keys"));
            ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
                for (const PrattPass& pass : plan_pratt(count, shape)) {
                    const std::uint64_t width = pass.stride == 1 ? 1 : columns;
                    const std::uint64_t groups_beside = (pass.stride + width - 1) / width;
                    const std::uint64_t height = (count + pass.stride - 1) / pass.stride;
                    const std::uint64_t tiles =
                        height <= pass.first_row ? 0 : (height - pass.first_row + pass.rows - 1) / pass.rows;
                    const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
                    const shader::PrattPush push{count,
                                                 word(pass.stride),
                                                 word(pass.rows),
                                                 word(pass.first_row),
                                                 word(groups_beside),
                                                 word(groups_beside * tiles),
                                                 word(pass.thirds),
                                                 word(pass.limit),
                                                 pass.merges ? 1u : 0u};
                    if (tiles != 0) {
                        recorder.dispatch(pass.stride == 1 ? *of_neighbours : *of_columns,
                                          {buffer.view(), buffer.view()}, push,
                                          Groups::linear(groups_beside * tiles, context()));
                    }
                }
                return recorder.status();
            }));
            std::vector<std::uint32_t> got(count);
            take(runner().download(buffer.view(), std::as_writable_bytes(std::span(got))));
            std::sort(keys.begin(), keys.end());
            EXPECT_EQ(got, keys) << count << " keys by tiles of " << shape.tile;
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
