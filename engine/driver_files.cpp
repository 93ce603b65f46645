#include "engine/driver_files.hpp"

#include "engine/driver_manifest.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <dlfcn.h>

namespace vkalgo {
namespace {

namespace fs = std::filesystem;

struct DriverFile {
    fs::path path;
    /// The environment variable that names this file; empty for a file in a folder of the system or of the user.
    std::string variable;
};

/// What is wrong with one driver file, or with a variable.
struct DriverFault {
    std::string text;
    /// The environment variable to blame; empty if no variable is to blame.
    std::string variable;
    /// Whether the file itself is wrong, rather than its library.
    bool in_file = false;
};

/// The driver files that the loader reads, and what is wrong with them.
struct DriverSearch {
    std::vector<DriverFile> files;
    std::vector<DriverFault> faults;
};

std::string variable_or(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? otherwise : value;
}

std::vector<std::string> split_path_list(const std::string& list) {
    std::vector<std::string> parts(1);
    for (const char letter : list) {
        if (letter == ':') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    std::erase(parts, "");
    return parts;
}

std::string title_of(const DriverFile& file) {
    const std::string name = "'" + file.path.string() + "'";
    return file.variable.empty() ? name : name + " (named by " + file.variable + ")";
}

void add_files(DriverSearch& search, const std::vector<fs::path>& paths, const std::string& variable) {
    for (const fs::path& path : paths) {
        search.files.push_back({path, variable});
    }
}

/// Returns the driver files in a folder, by name.
std::vector<fs::path> driver_files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
        if (entry->path().extension() == ".json") {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Adds the driver files that an environment variable names: single files, and the files in folders.
void add_named(DriverSearch& search, const std::string& variable) {
    const std::vector<std::string> names = split_path_list(variable_or(variable.c_str(), ""));
    const auto blame = [&](const std::string& text) { search.faults.push_back({variable + text, variable}); };
    if (names.empty()) {
        blame(" is set, but does not name a file");
    }
    for (const std::string& name : names) {
        std::error_code failure;
        const fs::file_status status = fs::status(name, failure);
        if (!fs::exists(status)) {
            blame(" names '" + name + "': " + (failure ? failure.message() : std::strerror(ENOENT)));
        } else if (fs::is_directory(status)) {
            const std::vector<fs::path> files = driver_files_in(name);
            if (files.empty()) {
                blame(" names the folder '" + name + "', which has no .json file");
            }
            add_files(search, files, variable);
        } else if (!name.ends_with(".json")) {
            blame(" names '" + name + "', but the loader reads only files whose names end in .json");
        } else {
            add_files(search, {name}, variable);
        }
    }
}

/// Adds the files in the folders of the system and of the user.
void add_installed(DriverSearch& search) {
    const std::string home = variable_or("HOME", "");
    std::string folders = variable_or("XDG_CONFIG_HOME", home + "/.config");
    folders += ":" + variable_or("XDG_CONFIG_DIRS", "/etc/xdg") + ":/usr/local/etc:/etc";
    folders += ":" + variable_or("XDG_DATA_HOME", home + "/.local/share");
    folders += ":" + variable_or("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
    for (const std::string& folder : split_path_list(folders)) {
        add_files(search, driver_files_in(fs::path(folder) / "vulkan" / "icd.d"), "");
    }
}

/// Loads a driver as the loader does, and returns what is wrong with it; empty if nothing is.
std::string fault_of_library(const fs::path& file, const std::string& library) {
    // A name with a slash is a path relative to the driver file. Any other name is searched for in the folders of
    // libraries.
    const std::string path = library.find('/') == std::string::npos ? library : (file.parent_path() / library).string();
    // The driver stays loaded (RTLD_NODELETE), since its threads may outlive the handle.
    void* opened = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (opened == nullptr) {
        const char* reason = dlerror();
        return "names the library '" + library +
               "', which does not load: " + (reason == nullptr ? "no reason given" : reason);
    }
    const bool driver = dlsym(opened, "vk_icdGetInstanceProcAddr") != nullptr ||
                        dlsym(opened, "vk_icdNegotiateLoaderICDInterfaceVersion") != nullptr ||
                        dlsym(opened, "vkGetInstanceProcAddr") != nullptr;
    dlclose(opened);
    return driver ? "" : "names the library '" + library + "', which is not a Vulkan driver";
}

void check_driver_file(DriverSearch& search, const DriverFile& file) {
    const auto blame = [&](const std::string& text, bool in_file) {
        search.faults.push_back({title_of(file) + " " + text, file.variable, in_file});
    };
    std::error_code failure;
    if (fs::is_directory(file.path, failure)) {
        blame("is a folder", true);
        return;
    }
    errno = 0;
    std::ifstream stream(file.path, std::ios::binary);
    if (!stream) {
        blame(std::string("cannot be read: ") + std::strerror(errno), true);
        return;
    }
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto library = library_of_manifest(text);
    if (!library) {
        blame(library.error().message, true);
    } else if (const std::string fault = fault_of_library(file.path, *library); !fault.empty()) {
        blame(fault, false);
    }
}

DriverSearch search_drivers() {
    DriverSearch search;
    // The loader uses the first of these two variables that is set. If neither is set, it uses the installed files.
    if (std::getenv("VK_DRIVER_FILES") != nullptr) {
        add_named(search, "VK_DRIVER_FILES");
    } else if (std::getenv("VK_ICD_FILENAMES") != nullptr) {
        add_named(search, "VK_ICD_FILENAMES");
    } else {
        add_installed(search);
        if (!variable_or("VK_ADD_DRIVER_FILES", "").empty()) {
            add_named(search, "VK_ADD_DRIVER_FILES");
        }
    }
    for (const DriverFile& file : search.files) {
        check_driver_file(search, file);
    }
    for (const char* filter : {"VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"}) {
        if (const std::string value = variable_or(filter, ""); !value.empty()) {
            search.faults.push_back({std::string(filter) + " is '" + value + "', which may exclude drivers", filter});
        }
    }
    return search;
}

/// Returns what to report if no single file or variable is wrong: no driver is installed, or no driver finds a device.
DriverFault fault_of_all(const std::vector<DriverFile>& files) {
    if (files.empty()) {
        return {"no driver is installed, since no folder vulkan/icd.d has a .json file", ""};
    }
    std::string names;
    for (const DriverFile& file : files) {
        names += (names.empty() ? "" : ", ") + title_of(file);
    }
    return {names + (files.size() == 1 ? " finds no device" : " find no device"), files.front().variable};
}

}  // namespace

Error explain_missing_driver(const Error& failure) {
    DriverSearch search = search_drivers();
    if (failure.code == ErrorCode::out_of_memory) {
        std::erase_if(search.faults, [](const DriverFault& fault) { return !fault.in_file; });
        if (search.faults.empty()) {
            return failure;
        }
    } else if (search.faults.empty()) {
        search.faults.push_back(fault_of_all(search.files));
    }
    std::string message;
    std::set<std::string> variables;
    for (const DriverFault& fault : search.faults) {
        message += (message.empty() ? "no Vulkan driver can be used: " : "; ") + fault.text;
        if (!fault.variable.empty()) {
            variables.insert(fault.variable);
        } else if (fault.in_file) {
            message += "; correct or remove this file";
        }
    }
    for (const std::string& variable : variables) {
        message += "; correct or unset " + variable;
    }
    message += "; on Debian: apt install mesa-vulkan-drivers (one of these drivers runs on the processor)";
    return Error{ErrorCode::no_device, message, failure.where};
}

}  // namespace vkalgo
