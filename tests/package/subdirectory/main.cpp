// A host that takes vkalgo's sources into its own build and asks it to make the device.
#include "../expect.hpp"

int main() {
    const auto context = value_of(vkalgo::Context::create(), "context");
    round_trip(*context);
    std::puts("ok");
}
