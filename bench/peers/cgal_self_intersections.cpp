// peer_cgal_self_intersections: times CGAL's search for pairs of triangles that intersect, on one core of the CPU, for
// `vkalgo bench mesh` and bench/peers/compare_with_cgal.py. Prints a line of JSON. The program is built if CMake finds
// CGAL.
//
//     peer_cgal_self_intersections MESH [--repetitions R] [--soup]
//
// MESH      .off, .obj, .ply or .stl; polygons become fans of triangles; - is OFF on standard input
// --soup    applies CGAL's predicates to every pair of triangles whose boxes meet, by the rules of CGAL's function
//           self_intersections. This function takes only oriented manifold meshes; other meshes are always tested as
//           with --soup
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/IO/polygon_soup_io.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Corners = std::array<std::size_t, 3>;
using Pair = std::pair<std::size_t, std::size_t>;

struct Arguments {
    std::string mesh;
    int repetitions = 1;
    bool soup = false;
};

struct Soup {
    std::vector<Point> points;
    std::vector<Corners> triangles;

    const Point& corner(std::size_t triangle, std::size_t k) const { return points[triangles[triangle].at(k)]; }
    Kernel::Triangle_3 triangle(std::size_t t) const { return {corner(t, 0), corner(t, 1), corner(t, 2)}; }
    bool without_area(std::size_t t) const { return CGAL::collinear(corner(t, 0), corner(t, 1), corner(t, 2)); }
};

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "peer_cgal_self_intersections: %s\n", message.c_str());
    std::exit(2);
}

Arguments parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool valued = i + 1 < argc;
        if (word == "--soup") {
            arguments.soup = true;
        } else if (word == "--repetitions" && valued) {
            arguments.repetitions = std::max(1, std::atoi(argv[++i]));
        } else if (arguments.mesh.empty() && !word.starts_with("--")) {
            arguments.mesh = word;
        } else {
            fail("unknown argument '" + word + (valued ? "'" : "', or its value is missing"));
        }
    }
    if (arguments.mesh.empty()) {
        fail("no mesh given");
    }
    return arguments;
}

Soup read(const std::string& path) {
    Soup soup;
    std::vector<std::vector<std::size_t>> faces;
    const bool is_read = path == "-" ? CGAL::IO::read_OFF(std::cin, soup.points, faces)
                                     : CGAL::IO::read_polygon_soup(path, soup.points, faces);
    if (!is_read) {
        fail("cannot read '" + path + "'");
    }
    for (const auto& face : faces) {
        for (std::size_t k = 2; k < face.size(); ++k) {
            soup.triangles.push_back({face[0], face[k - 1], face[k]});
        }
    }
    return soup;
}

/// Moves the vertices that both triangles share to the front of each triangle. Returns the number of these vertices.
std::size_t align(Corners& a, Corners& b) {
    std::size_t shared = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto at = std::find(b.begin() + static_cast<std::ptrdiff_t>(shared), b.end(), a.at(k));
        if (at != b.end()) {
            std::swap(a.at(k), a.at(shared));
            std::iter_swap(at, b.begin() + static_cast<std::ptrdiff_t>(shared));
            ++shared;
        }
    }
    return shared;
}

/// Adds the pair of triangles `one` and `other` to `found` if they intersect. Both must have an area greater than 0.
void judge(const Soup& soup, std::size_t one, std::size_t other, std::vector<Pair>& found) {
    Corners a = soup.triangles[one], b = soup.triangles[other];
    const auto at = [&](std::size_t vertex) { return soup.points[vertex]; };
    bool meet = false;
    switch (align(a, b)) {
        case 0:
            meet = CGAL::do_intersect(soup.triangle(one), soup.triangle(other));
            break;
        case 1:
            meet = CGAL::do_intersect(Kernel::Segment_3(at(a[1]), at(a[2])), soup.triangle(other)) ||
                   CGAL::do_intersect(Kernel::Segment_3(at(b[1]), at(b[2])), soup.triangle(one));
            break;
        case 2:
            meet = CGAL::coplanar(at(a[0]), at(a[1]), at(a[2]), at(b[2])) &&
                   CGAL::coplanar_orientation(at(a[0]), at(a[1]), at(a[2]), at(b[2])) == CGAL::POSITIVE;
            break;
        default:  // CGAL skips such pairs
            break;
    }
    if (meet) {
        found.emplace_back(std::minmax(one, other));
    }
}

std::vector<Pair> by_boxes(const Soup& soup) {
    using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::size_t>;
    std::vector<Pair> found;
    std::vector<Box> boxes;
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
        if (soup.without_area(t)) {
            found.emplace_back(t, t);
        } else {
            boxes.emplace_back(soup.triangle(t).bbox(), t);
        }
    }
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(),
                                  [&](const Box& a, const Box& b) { judge(soup, a.info(), b.info(), found); });
    return found;
}

std::vector<Pair> by_function(const CGAL::Surface_mesh<Point>& mesh) {
    std::vector<std::pair<CGAL::SM_Face_index, CGAL::SM_Face_index>> faces;
    CGAL::Polygon_mesh_processing::self_intersections(mesh, std::back_inserter(faces));
    std::vector<Pair> found;
    for (const auto& [a, b] : faces) {
        found.emplace_back(std::minmax<std::size_t>(a, b));
    }
    return found;
}

/// Returns the pairs with three common vertices, which CGAL skips (its issue 9486).
std::vector<Pair> with_same_vertices(const Soup& soup) {
    std::map<Corners, std::vector<std::size_t>> seen;
    std::vector<Pair> found;
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
        if (!soup.without_area(t)) {
            Corners corners = soup.triangles[t];
            std::sort(corners.begin(), corners.end());
            std::vector<std::size_t>& others = seen[corners];
            for (const std::size_t other : others) {
                found.emplace_back(other, t);
            }
            others.push_back(t);
        }
    }
    return found;
}

/// Makes a mesh whose faces have the numbers of the triangles. Returns false if the triangles are not a mesh, or if
/// some of them would have to be reversed first.
bool to_mesh(const Soup& soup, CGAL::Surface_mesh<Point>& mesh) {
    if (!CGAL::Polygon_mesh_processing::is_polygon_soup_a_polygon_mesh(soup.triangles)) {
        return false;
    }
    CGAL::Polygon_mesh_processing::polygon_soup_to_polygon_mesh(soup.points, soup.triangles, mesh);
    return mesh.number_of_faces() == soup.triangles.size();
}

void print_pairs(const char* name, std::vector<Pair> pairs) {
    std::sort(pairs.begin(), pairs.end());
    std::printf("\"%s\": [", name);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        std::printf("%s[%zu, %zu]", k == 0 ? "" : ", ", pairs[k].first, pairs[k].second);
    }
    std::printf("], ");
}

void run(const Arguments& arguments) {
    const Soup soup = read(arguments.mesh);
    CGAL::Surface_mesh<Point> mesh;
    const bool soupwise = arguments.soup || !to_mesh(soup, mesh);
    std::vector<Pair> found;
    std::vector<double> times;
    for (int run = 0; run < arguments.repetitions; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        found = soupwise ? by_boxes(soup) : by_function(mesh);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        times.push_back(took.count());
    }
    std::printf("{\"method\": \"CGAL %s\", \"function\": \"%s\", \"triangles\": %zu, ", CGAL_VERSION_STR,
                soupwise ? "box_self_intersection_d" : "self_intersections", soup.triangles.size());
    print_pairs("pairs", found);
    print_pairs("same_vertices", with_same_vertices(soup));
    std::printf("\"host_ms\": [");
    for (std::size_t k = 0; k < times.size(); ++k) {
        std::printf("%s%.6g", k == 0 ? "" : ", ", times[k]);
    }
    std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments = parse(argc, argv);
    try {
        run(arguments);
    } catch (const std::exception& error) {
        fail(error.what());
    }
    return 0;
}
