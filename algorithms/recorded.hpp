// The checks and the access() that all classes that record work have in common.
#pragma once

#include "../engine/arguments.hpp"
#include "../engine/context.hpp"
#include "../engine/recorder.hpp"
#include "../engine/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace vkalgo {

/// Checks that an object has a context. `what` names the kind of the object, for example "sort". Errors:
/// invalid_argument: the object has no context, since it was never created.
inline Result<void> check_created(const Context* context, const char* what) {
    if (context == nullptr) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the ") + what + " was never created; make it with create()", what};
    }
    return {};
}

/// Checks that the object was created and that the recorder belongs to its context. Errors: invalid_argument: those of
/// check_created; the recorder belongs to another context.
inline Result<void> check_recorder(const Recorder& recorder, const Context* context, const char* what) {
    VKALGO_CHECK(check_created(context, what));
    if (&recorder.context() != context) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the recorder belongs to another context than the ") + what +
                         "; use a recorder of the same context",
                     "recorder"};
    }
    return {};
}

/// Returns the result of dry_accesses as a struct that has one ArgumentAccess per argument, in the order of
/// `arguments`.
template <class Accesses, class Record>
Result<Accesses> accesses_of(Context& context, std::span<const Argument> arguments, const Record& record) {
    VKALGO_TRY(const auto touched, dry_accesses(context, arguments, record));
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        return Accesses{touched[i]...};
    }(std::make_index_sequence<sizeof(Accesses) / sizeof(ArgumentAccess)>{});
}

}  // namespace vkalgo
