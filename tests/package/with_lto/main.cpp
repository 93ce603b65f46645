// A host that takes vkalgo's sources into a build with link-time optimisation and links libvulkan too: no vk* symbol of
// vkalgo's may meet those.
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
