#include "engine/context.hpp"
#include "engine/loader.hpp"
#include "engine/pipeline_cache.hpp"

#include <algorithm>
#include <cctype>

namespace vkalgo {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& letter : out) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return out;
}

int rank(DeviceType type) {
    switch (type) {
        case DeviceType::discrete:
            return 0;
        case DeviceType::integrated:
            return 1;
        case DeviceType::virtual_gpu:
            return 2;
        case DeviceType::other:
            return 3;
        case DeviceType::software:
            return 4;
    }
    return 5;
}

std::string names_of(const std::vector<Candidate>& candidates) {
    std::string names;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        names += (i == 0 ? "" : ", ") + std::to_string(i) + " = " + candidates[i].listing.profile.name;
    }
    return names;
}

Result<std::size_t> choose_named(const std::vector<Candidate>& candidates, const std::string& wanted) {
    std::size_t found = candidates.size();
    if (std::all_of(wanted.begin(), wanted.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) {
        found = wanted.size() > 6 ? candidates.size() : static_cast<std::size_t>(std::stoul(wanted));
    } else {
        for (std::size_t i = candidates.size(); i-- > 0;) {
            const bool matches = lower(candidates[i].listing.profile.name).find(lower(wanted)) != std::string::npos;
            // The loop runs from the last device to the first. So the first usable match in the list wins; if no match
            // is usable, the first match wins.
            if (matches &&
                (found == candidates.size() || candidates[i].listing.usable || !candidates[found].listing.usable)) {
                found = i;
            }
        }
    }
    if (found >= candidates.size()) {
        return Error{ErrorCode::invalid_argument,
                     "there is no device '" + wanted + "'; there are: " + names_of(candidates), "device"};
    }
    const DeviceListing& listing = candidates[found].listing;
    if (!listing.usable) {
        return Error{ErrorCode::unsupported, "device '" + listing.profile.name + "' cannot be used: " + listing.reason,
                     "device"};
    }
    return found;
}

Result<std::size_t> choose(const std::vector<Candidate>& candidates, const std::string& wanted) {
    if (!wanted.empty()) {
        return choose_named(candidates, wanted);
    }
    std::size_t best = candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (candidates[i].listing.usable &&
            (best == candidates.size() ||
             rank(candidates[i].listing.profile.type) < rank(candidates[best].listing.profile.type))) {
            best = i;
        }
    }
    if (best == candidates.size()) {
        std::string message = "no device can be used";
        for (const Candidate& candidate : candidates) {
            message += "; " + candidate.listing.profile.name + ": " + candidate.listing.reason;
        }
        return Error{ErrorCode::no_device, message, "device"};
    }
    return best;
}

}  // namespace

/// The steps of Context::create and Context::adopt. The Context's destructor undoes the completed steps.
struct ContextBuilder {
    Context& context;

    static std::unique_ptr<Context> make() { return std::unique_ptr<Context>(new Context()); }

    Result<void> make_instance(PFN_vkGetInstanceProcAddr given, bool validate) {
        context.owns_device_ = true;
        context.owns_loader_ = given == nullptr;
        PFN_vkGetInstanceProcAddr get = given;
        if (context.owns_loader_) {
            VKALGO_TRY(get, open_loader());
        }
        VKALGO_TRY(context.instance_, create_instance(get, validate));
        return load_instance_table(*context.table_, get, context.instance_);
    }

    Result<void> make_messenger() {
        if (context.table_->vkCreateDebugUtilsMessengerEXT == nullptr ||
            context.table_->vkDestroyDebugUtilsMessengerEXT == nullptr) {
            return Error{ErrorCode::unsupported, "the validation layer has no debug messenger",
                         "vkGetInstanceProcAddr"};
        }
        VkDebugUtilsMessengerCreateInfoEXT info{};
        info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
        info.messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
        info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
        info.pfnUserCallback = on_message;
        info.pUserData = &context;
        return check_vk(
            context.table_->vkCreateDebugUtilsMessengerEXT(context.instance_, &info, nullptr, &context.messenger_),
            "vkCreateDebugUtilsMessengerEXT");
    }

    static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                                     VkDebugUtilsMessageTypeFlagsEXT,
                                                     const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
        Context& context = *static_cast<Context*>(user);
        ++context.validation_messages_;
        if (context.on_message_) {
            const std::lock_guard lock(context.message_mutex_);
            context.on_message_(data->pMessage == nullptr ? "" : data->pMessage);
        }
        return VK_FALSE;
    }

    void use(const Candidate& candidate) {
        context.physical_device_ = candidate.device;
        context.queue_family_ = candidate.queue_family;
        context.memory_properties_ = candidate.facts.memory;
        context.profile_ = candidate.listing.profile;
    }

    Result<void> make_device(const DeviceFacts& facts) {
        FeatureRequest request = ProfileReader::request(context.profile_, facts);
        const float priority = 1.0F;
        VkDeviceQueueCreateInfo queue{};
        queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
        queue.queueFamilyIndex = context.queue_family_;
        queue.queueCount = 1;
        queue.pQueuePriorities = &priority;
        VkDeviceCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
        info.pNext = request.chain();
        info.queueCreateInfoCount = 1;
        info.pQueueCreateInfos = &queue;
        info.enabledExtensionCount = static_cast<std::uint32_t>(request.extensions().size());
        info.ppEnabledExtensionNames = request.extensions().data();
        VKALGO_CHECK(
            check_vk(context.table_->vkCreateDevice(context.physical_device_, &info, nullptr, &context.device_),
                     "vkCreateDevice"));
        load_device_table(*context.table_, context.device_);
        context.table_->device.vkGetDeviceQueue(context.device_, context.queue_family_, 0, &context.queue_);
        return {};
    }

    static Result<std::unique_ptr<Context>> create(const ContextOptions& options) {
        auto made = make();
        const std::lock_guard lock(loader_mutex());
        ContextBuilder builder{*made};
        made->memory_limit_ = options.memory_limit;
        made->on_message_ = options.on_message;
        VKALGO_CHECK(builder.make_instance(options.get_instance_proc_addr, options.validate));
        if (options.validate) {
            VKALGO_CHECK(builder.make_messenger());
        }
        VKALGO_TRY(const std::vector<Candidate> candidates, read_candidates(*made->table_, made->instance_));
        VKALGO_TRY(const std::size_t chosen, choose(candidates, options.device));
        builder.use(candidates[chosen]);
        if (options.narrow) {
            DeviceProfile narrowed = made->profile_;
            options.narrow(narrowed);
            made->profile_ = ProfileReader::clamp(narrowed, made->profile_);
        }
        VKALGO_CHECK(builder.make_device(candidates[chosen].facts));
        if (!options.pipeline_cache.empty()) {
            made->pipeline_cache_file_ = options.pipeline_cache;
            VKALGO_TRY(made->pipeline_cache_, load_pipeline_cache(*made->table_, made->device_, options.pipeline_cache,
                                                                  candidates[chosen].facts.properties));
        }
        return made;
    }

    Result<void> adopt(const HostDevice& host) {
        VKALGO_CHECK(load_instance_table(*context.table_, host.get_instance_proc_addr, host.instance));
        VKALGO_TRY(const DeviceFacts facts, read_facts(*context.table_, host.physical_device));
        if (facts.properties.apiVersion < VK_API_VERSION_1_2 || host.api_version < VK_API_VERSION_1_2) {
            return Error{ErrorCode::unsupported, "the instance and the device of the host must support Vulkan 1.2",
                         "api_version"};
        }
        if (host.queue_family >= facts.queue_families.size() ||
            (facts.queue_families[host.queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
            return Error{ErrorCode::invalid_argument,
                         "queue family " + std::to_string(host.queue_family) +
                             " does not exist or does not support compute; families count from 0",
                         "queue_family"};
        }
        context.instance_ = host.instance;
        context.device_ = host.device;
        context.queue_ = host.queue;
        context.pipeline_cache_ = host.pipeline_cache;
        Candidate candidate;
        candidate.device = host.physical_device;
        candidate.queue_family = host.queue_family;
        candidate.facts.memory = facts.memory;
        candidate.listing.profile = ProfileReader::supported(facts, host.queue_family);
        ProfileReader::keep_enabled(candidate.listing.profile, host.api_version, host.enabled_features,
                                    host.enabled_extensions);
        use(candidate);
        load_device_table(*context.table_, context.device_);
        if (context.profile().push_descriptors && context.table_->device.vkCmdPushDescriptorSetKHR == nullptr) {
            return Error{ErrorCode::invalid_argument,
                         "the host lists VK_KHR_push_descriptor as an enabled extension, but its device was created "
                         "without it",
                         "enabled_extensions"};
        }
        return {};
    }

    static Result<std::vector<DeviceListing>> list(PFN_vkGetInstanceProcAddr given) {
        auto made = make();
        const std::lock_guard lock(loader_mutex());
        VKALGO_CHECK(ContextBuilder{*made}.make_instance(given, false));
        VKALGO_TRY(std::vector<Candidate> candidates, read_candidates(*made->table_, made->instance_));
        std::vector<DeviceListing> listings;
        listings.reserve(candidates.size());
        for (Candidate& candidate : candidates) {
            listings.push_back(std::move(candidate.listing));
        }
        return listings;
    }
};

Result<std::unique_ptr<Context>> Context::create(const ContextOptions& options) {
    return ContextBuilder::create(options);
}

Result<std::unique_ptr<Context>> Context::adopt(const HostDevice& host) {
    const auto missing = [](const char* what) {
        return Error{ErrorCode::invalid_argument, std::string("the host gave no ") + what, "HostDevice"};
    };
    if (host.get_instance_proc_addr == nullptr) {
        return missing("vkGetInstanceProcAddr");
    }
    if (host.instance == VK_NULL_HANDLE || host.physical_device == VK_NULL_HANDLE || host.device == VK_NULL_HANDLE) {
        return missing(host.instance == VK_NULL_HANDLE          ? "instance"
                       : host.physical_device == VK_NULL_HANDLE ? "physical device"
                                                                : "device");
    }
    auto made = ContextBuilder::make();
    const std::lock_guard lock(loader_mutex());
    VKALGO_CHECK(ContextBuilder{*made}.adopt(host));
    return made;
}

Result<std::vector<DeviceListing>> list_devices(PFN_vkGetInstanceProcAddr get_instance_proc_addr) {
    return ContextBuilder::list(get_instance_proc_addr);
}

}  // namespace vkalgo
