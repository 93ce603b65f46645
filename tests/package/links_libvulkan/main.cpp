// A host that links libvulkan, creates its own instance and device by direct calls, and lends them to a static vkalgo.
// If vkalgo exported volk's function pointers, which have the names of functions, the host's call of vkCreateInstance
// would jump to a variable.
#include "../histogram.hpp"
#include "../host_device.hpp"
#include "../lcs.hpp"

int main() {
    HostInstance host;
    auto request =
        value_of(vkalgo::FeatureRequest::supported(vkGetInstanceProcAddr, host.instance, host.physical), "features");
    host.make_device(request.chain(), request.extensions());
    {
        vkalgo::HostDevice lent = host.lend();
        lent.enabled_extensions = request.extensions();
        lent.enabled_features = request.chain();
        const auto context = value_of(vkalgo::Context::adopt(lent), "adopt");
        round_trip(*context);
        histogram(*context);
        lcs(*context);
    }
    std::puts("ok");
}
