#pragma once

#include "formats/npy.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Values as inputs of commands.
namespace vkalgo::cli::test {

/// Returns the bytes of the values.
template <class T>
std::string raw(const std::vector<T>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Returns the content of a .npy file.
template <class T>
std::string npy(const std::vector<T>& values, std::vector<std::uint64_t> shape) {
    const auto bytes = std::as_bytes(std::span(values));
    const formats::Array array{element_type_of<T>(), std::move(shape), {bytes.begin(), bytes.end()}};
    return std::string(formats::as_text(formats::encode_npy(array)));
}
template <class T>
std::string npy(const std::vector<T>& values) {
    return npy(values, {values.size()});
}

/// Writes a .npy file into the folder and returns its path.
template <class T>
std::string npy(const vkalgo::test::TemporaryFolder& folder, const std::string& name, std::vector<std::uint64_t> shape,
                const std::vector<T>& values) {
    return folder.file(name, npy(values, std::move(shape)));
}

}  // namespace vkalgo::cli::test
