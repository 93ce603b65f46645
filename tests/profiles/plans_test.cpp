// Every family plans for every described device within the device's limits. docs/devices.md has the methods.
#include "tests/profiles/described_devices.hpp"
#include "tests/profiles/planned.hpp"
#include "tests/support/pages.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

std::vector<PlannedFamily> every_family() {
    std::vector<PlannedFamily> all = array_families();
    const std::vector<PlannedFamily> problems = problem_families();
    all.insert(all.end(), problems.begin(), problems.end());
    return all;
}

/// Expects that the error has a reason: a feature that the device lacks, or a size for which it has no room.
void expect_reason(const Error& error, const DeviceProfile& profile, bool may_be_too_large) {
    if (error.code == ErrorCode::unsupported) {
        EXPECT_TRUE(names_a_feature(error.message)) << error.message;
        EXPECT_FALSE(profile.int64 && profile.float64) << "the device has every type, but: " << error.message;
    } else {
        const bool too_large = error.code == ErrorCode::too_large || error.code == ErrorCode::overflow;
        EXPECT_TRUE(too_large && may_be_too_large) << to_string(error.code) << ": " << error.message;
    }
}

TEST(DescribedDevices, AreReadWithASourceForEachFieldThatIsNotAssumed) {
    const std::vector<DescribedDevice> devices = described_devices();
    EXPECT_GE(devices.size(), 13U);
    for (const DescribedDevice& device : devices) {
        EXPECT_NE(device.profile.name, "") << device.file;
        EXPECT_GE(device.profile.api_version, VK_API_VERSION_1_2) << device.file;
        EXPECT_LE(device.profile.min_subgroup_size, device.profile.subgroup_size) << device.file;
        EXPECT_LE(device.profile.subgroup_size, device.profile.max_subgroup_size) << device.file;
    }
}

TEST(PlansForDevices, KeepTheLimitsOrNameTheFeatureThatIsLacking) {
    for (const DescribedDevice& device : described_devices()) {
        for (const PlannedFamily& family : every_family()) {
            for (const WorkSize size : kWorkSizes) {
                SCOPED_TRACE(device.file + ", " + family.name + ", size " + std::to_string(static_cast<int>(size)));
                const Result<Planned> planned = family.plan(device.profile, size);
                if (!planned) {
                    expect_reason(planned.error(), device.profile, size > family.fits);
                    continue;
                }
                EXPECT_NE(planned->method, "");
                for (const Bounded& number : planned->numbers) {
                    EXPECT_LE(number.value, number.limit) << number.what;
                }
            }
        }
    }
}

/// Returns the method that a family takes for a large input or, if this does not fit, for a smaller one. Returns the
/// reason if there is none.
std::string method_for(const PlannedFamily& family, const DeviceProfile& profile) {
    for (const WorkSize size : {WorkSize::large, WorkSize::middle, WorkSize::small}) {
        const Result<Planned> planned = family.plan(profile, size);
        if (planned) {
            return planned->method;
        }
        if (planned.error().code == ErrorCode::unsupported) {
            return "lacks a type";
        }
    }
    return "too large";
}

/// Returns the line of a family: the method that most devices take, then the other methods with their devices.
std::string methods_line(const PlannedFamily& family, const std::vector<DescribedDevice>& devices) {
    std::map<std::string, std::vector<std::string>> takers;
    for (const DescribedDevice& device : devices) {
        takers[method_for(family, device.profile)].push_back(device.device);
    }
    const auto most = std::max_element(takers.begin(), takers.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    std::string line = "| " + family.name + " | " + most->first;
    for (const auto& [method, names] : takers) {
        if (method == most->first) {
            continue;
        }
        std::string list;
        for (const std::string& name : names) {
            list += (list.empty() ? "" : ", ") + name;
        }
        line += "; " + method + ": " + list;
    }
    return line + " |\n";
}

/// Returns the tables of docs/devices.md.
std::string methods_tables() {
    const std::vector<DescribedDevice> devices = described_devices();
    std::string text = "| work | method |\n|---|---|\n";
    for (const PlannedFamily& family : array_families()) {
        text += methods_line(family, devices);
    }
    text += "\n| problem | method |\n|---|---|\n";
    for (const PlannedFamily& family : problem_families()) {
        text += methods_line(family, devices);
    }
    return text;
}

/// The page's text between its two marks is made by this test. VKALGO_UPDATE_PAGES=1 writes it.
TEST(DevicesPage, HasTheMethodThatEachDeviceWouldTake) {
    const std::string path = source_folder() + "/docs/devices.md";
    const std::string begin = "<!-- methods -->\n", end = "<!-- end of methods -->\n";
    std::string page;
    for (const std::string& line : lines_of(path)) {
        page += line + "\n";
    }
    const std::size_t from = page.find(begin), to = page.find(end);
    ASSERT_TRUE(from != std::string::npos && to != std::string::npos) << path << " lacks its marks";
    const std::string made = page.substr(0, from + begin.size()) + methods_tables() + page.substr(to);
    if (const char* update = std::getenv("VKALGO_UPDATE_PAGES"); update != nullptr && *update != '\0') {
        std::ofstream(path) << made;
        page = made;
    }
    EXPECT_EQ(page, made);
}

}  // namespace
}  // namespace vkalgo::test
