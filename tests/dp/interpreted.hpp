#pragma once

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {

/// A recurrence's text with an instance, filled by the interpreter.
struct Interpreted {
    CompiledRecurrence recurrence;
    Instance instance;
    Shape shape;
    std::optional<Interpretation> run;
    Result<void> filled;

    Interpreted(const std::string& source, Instance with, const InterpretOptions& options = {})
        : recurrence(vkalgo::test::take(compiler::read_recurrence(source, "a.glsl"), source.c_str())),
          instance(std::move(with)) {
        const auto done = compile_module(recurrence, std::string(kInterpretModule));
        if (!done) {
            filled = done.error();
            return;
        }
        shape = vkalgo::test::take(check_instance(recurrence.header, instance, recurrence.header.stage));
        const auto interpreter = Interpreter::create(recurrence);
        if (!interpreter) {
            filled = interpreter.error();
            return;
        }
        run = vkalgo::test::take(interpreter->start(instance, shape, recurrence.header.stage, options));
        filled = run->fill();
    }
    Interpreted(const Interpreted&) = delete;
    Interpreted& operator=(const Interpreted&) = delete;

    std::string message() const { return filled ? "" : filled.error().message; }
};

template <class T>
std::vector<T> interpreted_table(const std::string& source, const Instance& instance) {
    const Interpreted made(source, instance);
    EXPECT_EQ(made.message(), "") << source;
    if (!made.filled) {
        return {};
    }
    return cells_of<T>({made.run->table().begin(), made.run->table().end()});
}

inline Instance sized(std::int64_t n, std::int64_t m) {
    Instance instance;
    instance.n = n;
    instance.m = m;
    return instance;
}

/// Returns a recurrence without inputs, on n x m cells. `body` is the body of its cell().
inline std::string body_file(const std::string& body, const std::string& before = {}, const char* cell = "i32",
                             const char* header = "") {
    return std::string("//! problem  a\n//! pattern  NOSE\n//! class    any\n//! cell     ") + cell +
           "\n//! rows     n\n//! columns  m\n//! answer   last\n" + header + before + "cell_t cell(int i, int j) {\n" +
           body + "\n}\n";
}

}  // namespace vkalgo::dp::test
