#include "formats/drawing/svg.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

constexpr const char* kBar = "<rect x=";

TEST(Svg, DrawsOneBarForEachBinThatIsNotEmpty) {
    const std::vector<std::uint64_t> counts = {1, 0, 7, 3};
    for (const bool logarithmic : {false, true}) {
        const std::string svg = histogram_svg({"a <title> & more", "value", 0, 256, counts, logarithmic});
        EXPECT_EQ(occurrences(svg, kBar), 3U);
        EXPECT_NE(svg.find("a &lt;title&gt; &amp; more"), std::string::npos);
        EXPECT_EQ(occurrences(svg, "<g"), occurrences(svg, "</g>"));
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
        EXPECT_TRUE(svg.ends_with("</svg>\n"));
    }
}

TEST(Svg, KeepsALonePeakVisibleAmongManyBins) {
    std::vector<std::uint64_t> counts(65536, 0);
    counts[40000] = 1;
    const std::string svg = histogram_svg({"peak", "value", 0, 65536, counts, true});
    EXPECT_EQ(occurrences(svg, kBar), 1U);
}

TEST(Svg, DrawsAnEmptyHistogramAsItsAxes) {
    const std::vector<std::uint64_t> counts(256, 0);
    EXPECT_EQ(occurrences(histogram_svg({"empty", "value", 0, 256, counts, false}), kBar), 0U);
    EXPECT_EQ(occurrences(histogram_svg({"none", "value", 0, 1, {}, true}), kBar), 0U);
}

TEST(Svg, DrawsARangeWhoseEndsDifferByAFewRoundings) {
    const std::vector<std::uint64_t> counts = {1, 2};
    EXPECT_EQ(occurrences(histogram_svg({"narrow", "value", 1e17, 1e17 + 16, counts, false}), kBar), 2U);
    EXPECT_EQ(occurrences(histogram_svg({"narrow", "value", 1, std::nextafter(1.0, 2), counts, false}), kBar), 2U);
}

}  // namespace
}  // namespace vkalgo::formats::test
