#include "tests/dp/oracles/align.hpp"

namespace vkalgo::dp::test {

const Oracle& oracle_align_local();
const Oracle& oracle_align_local() {
    static const Oracle oracle{"align-local", align_reference<Ends::local>, align_replay<Ends::local>};
    return oracle;
}

}  // namespace vkalgo::dp::test
