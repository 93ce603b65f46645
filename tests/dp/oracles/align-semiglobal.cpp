#include "tests/dp/oracles/align.hpp"

namespace vkalgo::dp::test {

const Oracle& oracle_align_semiglobal();
const Oracle& oracle_align_semiglobal() {
    static const Oracle oracle{"align-semiglobal", align_reference<Ends::semiglobal>, align_replay<Ends::semiglobal>};
    return oracle;
}

}  // namespace vkalgo::dp::test
