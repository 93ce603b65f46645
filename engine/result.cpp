#include "engine/result.hpp"

namespace vkalgo {

const char* to_string(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_argument:
            return "invalid_argument";
        case ErrorCode::too_large:
            return "too_large";
        case ErrorCode::unsupported:
            return "unsupported";
        case ErrorCode::no_device:
            return "no_device";
        case ErrorCode::out_of_memory:
            return "out_of_memory";
        case ErrorCode::device_lost:
            return "device_lost";
        case ErrorCode::timeout:
            return "timeout";
        case ErrorCode::overflow:
            return "overflow";
        case ErrorCode::cancelled:
            return "cancelled";
        case ErrorCode::driver:
            return "driver";
    }
    return "unknown";
}

}  // namespace vkalgo
