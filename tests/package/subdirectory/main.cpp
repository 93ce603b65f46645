// A host that builds vkalgo's sources as a part of its own project and lets vkalgo create the device.
#include "../expect.hpp"

int main() {
    const auto context = value_of(vkalgo::Context::create(), "context");
    round_trip(*context);
    std::puts("ok");
}
