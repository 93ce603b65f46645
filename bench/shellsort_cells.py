#!/usr/bin/env python3
"""Writes a device's figures into the tables of docs/shellsort.md.

    bench/shellsort_cells.py COLUMN FILE.json... [--check] [--document docs/shellsort.md]

COLUMN is the device as the document names it: llvmpipe or H200. The files are the output of
`vkalgo_bench_sort --paper --json` of one or several runs; if several files have a row, the first one that was timed
counts. Cells for which the files have no figure stay as they are. --check changes nothing and fails if a cell would
change.
"""

import argparse
import json
import os
import re
import sys

PARTS = ["llvmpipe", "H200", "the paper's"]  # The parts of a cell, in this order, with " / " between them


def figure(milliseconds):
    """Formats three significant digits; below 0.01 four decimals, and from 1,000 on a whole number."""
    if milliseconds >= 1000:
        return f"{milliseconds:.0f}"
    text = f"{milliseconds:.3g}"
    if "e" in text or milliseconds < 0.01:
        return f"{milliseconds:.4f}" if milliseconds < 0.01 else f"{milliseconds:.3f}"
    digits = text.replace(".", "").lstrip("0")
    if len(digits) < 3:
        text += ("" if "." in text else ".") + "0" * (3 - len(digits))
    return text


def shown(row):
    if row is None:
        return None
    if "skipped" in row:
        return row["skipped"].split(":")[0]  # "over budget", "refused", "not run"
    return figure(row.get("gpu_ms", row.get("host_ms"))["median"])


class Figures:
    def __init__(self, paths):
        self.tables = {}
        for path in paths:
            with open(path, encoding="utf-8") as file:
                for name, rows in json.load(file)["tables"].items():
                    self.tables.setdefault(name, []).extend(rows)

    def row(self, table, **wanted):
        rows = [
            row
            for row in self.tables.get(table, [])
            if all(row.get(key) == value for key, value in wanted.items()) and row.get("skipped") != "not asked for"
        ]
        return min(rows, key=lambda row: "skipped" in row, default=None)

    def phase(self, table, method, increment):
        row = self.row(table, asked=method)
        if row is None:
            return None
        if "skipped" in row:
            return shown(row)
        times = {phase["increment"]: phase["ms"] for phase in row["phases"]}
        if increment == "total":
            return figure(sum(time for time in times.values() if time is not None))
        time = times.get(increment)
        return None if time is None else figure(time)


def number(text):
    return int(text.replace(",", ""))


def lookup(figures, section, row, column):
    """Returns the figure for a cell, given the table's section, the row's cells and the column's head, or None."""
    method = column.strip("`")
    if section in ("Table I", "Not in the paper"):
        return shown(figures.row("table I", n=number(row[0]), asked=method))
    if section in ("Table III", "256 threads", "Table IV"):
        table = {"Table III": "table III, 512 threads", "256 threads": "table III, 256 threads", "Table IV": "table IV"}
        increment = row[0] if row[0] == "total" else number(row[0])
        return figures.phase(table[section], method, increment)
    if section == "Threads per class":
        return shown(figures.row("threads", n=number(row[0]), asked=row[1].strip("`"), max_threads=number(column)))
    if section == "Beside them":
        return shown(figures.row("threads", n=number(row[0]), asked=method))
    if section == "Distributions":
        return shown(figures.row("distributions", n=number(row[0]), asked=row[1].strip("`"), distribution=column))
    return None


def table_v(figures, row):
    return shown(figures.row("table V", asked=row[0].strip("`")))


def fill(text, column, figures):
    """Returns the document with the cells of `column` replaced."""
    part = PARTS.index(column)
    sections = "Table I|Table II|Table III|Table IV|Table V|Threads per class|Distributions"
    section, head, lines = "", [], []
    for line in text.split("\n"):
        title = re.match(rf"\*\*({sections})\*\*|(Not in the paper|256 threads|Beside them)", line)
        if title:
            section, head = title.group(1) or title.group(2), []
        if line.startswith("#"):
            section = ""
        if section and line.startswith("|") and not line.startswith("|---"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not head:
                head = cells
            else:
                for i, cell in enumerate(cells):
                    values = cell.split(" / ")
                    if section == "Table V":
                        found = table_v(figures, cells) if head[i] == column else None
                        index, values = 0, [cell]
                    else:
                        found = lookup(figures, section, cells, head[i]) if len(values) > 1 else None
                        index = part
                    if found is not None and section != "Table II":
                        values[index] = found
                        cells[i] = " / ".join(values)
                line = "| " + " | ".join(cells) + " |"
        lines.append(line)
    return "\n".join(lines)


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("column", choices=PARTS[:2])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--document", default=os.path.join(root, "docs", "shellsort.md"))
    arguments = parser.parse_args()
    with open(arguments.document, encoding="utf-8") as file:
        before = file.read()
    after = fill(before, arguments.column, Figures(arguments.files))
    if arguments.check:
        return 0 if after == before else f"{arguments.document} shows other figures than the files"
    with open(arguments.document, "w", encoding="utf-8") as file:
        file.write(after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
