#include "tests/dp/oracles/align.hpp"

namespace vkalgo::dp::test {

const Oracle& oracle_align_global();
const Oracle& oracle_align_global() {
    static const Oracle oracle{"align-global", align_reference<Ends::global>, align_replay<Ends::global>};
    return oracle;
}

}  // namespace vkalgo::dp::test
