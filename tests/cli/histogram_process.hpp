#pragma once

#include "cli/formats.hpp"
#include "formats/drawing/png.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// `vkalgo histogram` as a process.
namespace vkalgo::cli::test {

using namespace vkalgo::test;

using Words = std::vector<std::string>;

/// The JSON object of a run that must succeed.
inline nlohmann::json json_of(const Words& arguments, const ProcessSettings& settings = {}) {
    return json_of_command("histogram", arguments, settings);
}

/// Its result.
inline nlohmann::json result_of(const Words& arguments, const ProcessSettings& settings = {}) {
    return json_of(arguments, settings)["result"];
}

/// The values' bytes.
template <class T>
std::string raw(const std::vector<T>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// The values as a .npy file.
template <class T>
std::string npy(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return std::string(as_text(encode_npy({element_type_of<T>(), {values.size()}, {bytes.begin(), bytes.end()}})));
}

/// Of a file.
inline std::string content_of(const std::string& path) {
    const auto bytes = read_file(path);
    return bytes ? std::string(as_text(*bytes)) : "cannot read " + path;
}

}  // namespace vkalgo::cli::test
