#include "formats/drawing/stroke_font.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace vkalgo::formats {
namespace {

/// The glyphs from 0x20 on; blanks separate the strokes of a glyph. A stroke is a list of points without blanks between
/// them. A point has two digits, x and y, from 0 to g (16). A stroke that begins with `~` is a quadratic spline whose
/// inner points are control points. A stroke that begins with `@` is a closed spline of this kind.
constexpr std::array<std::string_view, 95> kStrokes{
    "",                                  // blank
    "1018 1c1c",                         // !
    "0003 3033",                         // "
    "202c 606c 0484 0888",               // #
    "~83810106868b0b09 404d",            // $
    "@00303404 @58888c5c 800c",          // %
    "~8c0300505408 ~0608090c6c88",       // &
    "0003",                              // '
    "~31040a3d",                         // (
    "~01343a0d",                         // )
    "424a 1478 7418",                    // *
    "0787 434b",                         // +
    "1b1c0e",                            // ,
    "0767",                              // -
    "1c1c",                              // .
    "0d60",                              // /
    "@00707c0c",                         // 0
    "13404c",                            // 1
    "~030070750c 0c7c",                  // 2
    "~0200606525 ~25757c0c0a",           // 3
    "5c500878",                          // 4
    "600005 ~0514747c1c0a",              // 5
    "@05757c0c ~500108",                 // 6
    "00702c",                            // 7
    "@10606515 @05757c0c",               // 8
    "@00707707 ~2c7b74",                 // 9
    "1515 1b1b",                         // :
    "1515 1b1c0e",                       // ;
    "72077c",                            // <
    "0585 0989",                         // =
    "02770c",                            // >
    "~020060643538 3c3c",                // ?
    "~8a8c0c0080886855757885",           // @
    "0c408c 1979",                       // A
    "000c ~002070752505 ~0525858c2c0c",  // B
    "~8280000c8c8a",                     // C
    "000c ~0020808c2c0c",                // D
    "70000c7c 0666",                     // E
    "70000c 0666",                       // F
    "~8280000c8c87 8757",                // G
    "000c 808c 0686",                    // H
    "0040 202c 0c4c",                    // I
    "~60686c0c09",                       // J
    "000c 8007 358c",                    // K
    "000c7c",                            // L
    "0c0048808c",                        // M
    "0c008c80",                          // N
    "@00808c0c",                         // O
    "0c00 ~002080872707",                // P
    "@00808c0c 598d",                    // Q
    "0c00 ~002080872707 478c",           // R
    "~82800006868c0c0a",                 // S
    "0080 404c",                         // T
    "~00080c8c8880",                     // U
    "004c80",                            // V
    "003c527ca0",                        // W
    "008c 800c",                         // X
    "004680 464c",                       // Y
    "00800c8c",                          // Z
    "30000d3d",                          // [
    "006d",                              // backslash
    "00303d0d",                          // ]
    "054085",                            // ^
    "0d8d",                              // _
    "0023",                              // `
    "@04747c0c 747c",                    // a
    "000c @04747c0c",                    // b
    "~7674040c7c7a",                     // c
    "@04747c0c 707c",                    // d
    "0878 ~7874040c7c7a",                // e
    "~5020242c 0454",                    // f
    "@04747c0c ~747c7g0g0e",             // g
    "000c ~070474787c",                  // h
    "141c 1010",                         // i
    "~343c3g0g 3030",                    // j
    "000c 6409 377c",                    // k
    "~00080c3c",                         // l
    "040c ~070454585c ~5754a4a8ac",      // m
    "040c ~070474787c",                  // n
    "@04747c0c",                         // o
    "040g @04747c0c",                    // p
    "@04747c0c 747g",                    // q
    "040c ~080454",                      // r
    "~65640408686c0c0b",                 // s
    "~21292c5c 0454",                    // t
    "~04080c7c79 747c",                  // u
    "044c84",                            // v
    "043c557ca4",                        // w
    "047c 740c",                         // x
    "044c 842g",                         // y
    "04740c7c",                          // z
    "~40202507 ~07292d4d",               // {
    "000d",                              // |
    "~00202547 ~47292d0d",               // }
    "~08054a87",                         // ~
};

double coordinate(char digit) {
    return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

/// Appends a quadratic Bézier curve that begins at the last point.
void curve_to(std::vector<Point>& line, Point control, Point end) {
    constexpr int kPieces = 6;
    const Point start = line.back();
    for (int piece = 1; piece <= kPieces; ++piece) {
        const double t = static_cast<double>(piece) / kPieces, s = 1 - t;
        line.push_back({s * s * start.x + 2 * s * t * control.x + t * t * end.x,
                        s * s * start.y + 2 * s * t * control.y + t * t * end.y});
    }
}

Point middle(Point a, Point b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

std::vector<Point> stroke_of(std::string_view text) {
    const char kind = text.front();
    const bool closed = kind == '@', smooth = closed || kind == '~';
    std::vector<Point> points;
    for (std::size_t at = smooth ? 1 : 0; at + 1 < text.size(); at += 2) {
        points.push_back({coordinate(text[at]), coordinate(text[at + 1])});
    }
    if (!smooth) {
        return points;
    }
    const std::size_t count = points.size();
    std::vector<Point> line{closed ? middle(points.back(), points.front()) : points.front()};
    for (std::size_t k = closed ? 0 : 1; k < (closed ? count : count - 1); ++k) {
        const bool last = !closed && k + 2 == count;
        curve_to(line, points[k], last ? points.back() : middle(points[k], points[(k + 1) % count]));
    }
    return line;
}

Glyph make_glyph(std::string_view text) {
    Glyph glyph;
    double right = 1;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        glyph.strokes.push_back(stroke_of(text.substr(0, end)));
        for (const Point& point : glyph.strokes.back()) {
            right = std::max(right, point.x);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    glyph.advance = right + 4;
    return glyph;
}

}  // namespace

const Glyph& glyph_of(char letter) {
    static const std::vector<Glyph> glyphs = [] {
        std::vector<Glyph> made;
        made.reserve(std::size(kStrokes));
        for (const std::string_view strokes : kStrokes) {
            made.push_back(make_glyph(strokes));
        }
        for (char digit = '0'; digit <= '9'; ++digit) {
            made[static_cast<std::size_t>(digit - ' ')].advance = 11;  // All digits are equally wide
        }
        made.push_back(make_glyph("00707c0c00"));
        return made;
    }();
    const auto index = static_cast<std::size_t>(static_cast<unsigned char>(letter)) - ' ';
    return glyphs[std::min(index, kStrokes.size())];
}

}  // namespace vkalgo::formats
