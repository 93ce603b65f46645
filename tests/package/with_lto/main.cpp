// A host that builds vkalgo's sources with link-time optimisation and links libvulkan too: vkalgo must define no vk*
// symbols that clash with libvulkan's.
#include "../host_device.hpp"

int main() {
    HostInstance host;
    host.make_device(nullptr, {});
    {
        const auto context = value_of(vkalgo::Context::adopt(host.lend()), "adopt");
        round_trip(*context);
    }
    std::puts("ok");
}
