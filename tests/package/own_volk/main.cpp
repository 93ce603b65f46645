// A host with its own volk, compiled into this program, in addition to the one inside a static vkalgo. It lends vkalgo
// the device that it created through its volk.
#include "../histogram.hpp"
#include "../host_device.hpp"
#include "../lcs.hpp"

int main() {
    expect(volkInitialize() == VK_SUCCESS, "the host's volk finds the loader");
    HostInstance host;
    auto request =
        value_of(vkalgo::FeatureRequest::supported(vkGetInstanceProcAddr, host.instance, host.physical), "features");
    host.make_device(request.chain(), request.extensions());
    const auto create = vkCreateDevice;
    const auto dispatch = vkCmdDispatch;
    {
        vkalgo::HostDevice lent = host.lend();
        lent.enabled_extensions = request.extensions();
        lent.enabled_features = request.chain();
        const auto context = value_of(vkalgo::Context::adopt(lent), "adopt");
        histogram(*context);
        lcs(*context);
        // At the same time vkalgo has a context of its own. The function pointers of the two copies of volk must not
        // mix.
        const auto second = value_of(vkalgo::Context::create(), "context");
        round_trip(*second);
        histogram(*second);
    }
    expect(vkCreateDevice == create && vkCmdDispatch == dispatch && volkGetLoadedInstance() == host.instance &&
               volkGetLoadedDevice() == host.device,
           "the host's volk is as the host left it");
    std::puts("ok");
}
