#include "compiler/glsl.hpp"

#include "compiler/contraction.hpp"
#include "compiler/guards.hpp"
#include "compiler/variables.hpp"
#include "engine/spirv_words.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

namespace vkalgo::compiler {

namespace {

constexpr spv_target_env kTarget = SPV_ENV_VULKAN_1_2;
constexpr auto kMessages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);

// Initializes glslang's tables for the whole process, once. Returns whether that succeeded. The tables are never freed,
// since other parts of the program may use glslang too.
bool glslang_is_ready() {
    static const bool ready = glslang::InitializeProcess();
    return ready;
}

// Resolves ".." in a path: "dp/../common/bridge.h" -> "common/bridge.h".
std::string without_dots(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), part.size() + 1));
        if (part == ".." && !parts.empty()) {
            parts.pop_back();
        } else if (part != "." && !part.empty()) {
            parts.push_back(part);
        }
    }
    std::string clean;
    for (const std::string_view part : parts) {
        clean += (clean.empty() ? "" : "/") + std::string(part);
    }
    return clean;
}

// An includer that resolves #include "x" to x in the folder of the including text, else to x under shaders/.
class Includer final : public glslang::TShader::Includer {
public:
    explicit Includer(const TextSource& texts) : texts_(texts) {}

    IncludeResult* includeLocal(const char* name, const char* from, std::size_t depth) override {
        const std::string_view including = from;
        const std::size_t slash = including.rfind('/');
        if (slash == std::string_view::npos) {
            return includeSystem(name, from, depth);
        }
        IncludeResult* beside = find(without_dots(std::string(including.substr(0, slash + 1)) + name), depth);
        return beside != nullptr ? beside : includeSystem(name, from, depth);
    }
    IncludeResult* includeSystem(const char* name, const char*, std::size_t depth) override {
        return find(without_dots(name), depth);
    }
    void releaseInclude(IncludeResult*) override {}  // All results are kept until the shader is parsed

private:
    struct Included {
        explicit Included(const std::string& name, std::string content)
            : text(std::move(content)), result(name, text.data(), text.size(), nullptr) {}
        std::string text;
        IncludeResult result;
    };

    IncludeResult* find(const std::string& name, std::size_t depth) {
        constexpr std::size_t kDeepest = 32;
        std::optional<std::string> text = depth < kDeepest ? texts_(name) : std::nullopt;
        if (!text) {
            return nullptr;
        }
        included_.push_back(std::make_unique<Included>(name, std::move(*text)));
        return &included_.back()->result;
    }

    const TextSource& texts_;
    std::vector<std::unique_ptr<Included>> included_;
};

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Returns glslang's first error, "ERROR: name:line: 'token' : text", as "name:line: 'token': text". Errors of the
// linker have no line and are reported for the last piece.
std::string first_error(std::string_view log, const std::string& last_piece) {
    constexpr std::string_view mark = "ERROR: ";
    const std::size_t found = log.find(mark);
    if (found == std::string_view::npos) {
        return last_piece + ":1: " + (log.empty() ? "the compiler failed without a message" : std::string(trim(log)));
    }
    std::string_view text = log.substr(found + mark.size());
    constexpr std::string_view linking = "Linking compute stage: ";
    if (text.starts_with(linking)) {
        text.remove_prefix(linking.size());
        std::string message = last_piece + ":1: ";
        // The names that the message refers to are on the next, indented lines.
        for (bool more = true; more;) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            message += (message.ends_with(' ') ? "" : " ") + std::string(trim(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
            more = text.starts_with(' ');
        }
        return message;
    }
    text = trim(text.substr(0, text.find('\n')));
    std::string message(text);
    if (const std::size_t empty = message.find(": '' : "); empty != std::string::npos) {
        message.replace(empty, 7, ": ");
    } else if (const std::size_t colon = message.find("' : "); colon != std::string::npos) {
        message.replace(colon, 4, "': ");
    }
    // Some messages begin with an empty token.
    if (const std::size_t blanks = message.find(":  "); blanks != std::string::npos) {
        message.erase(blanks + 1, message.find_first_not_of(' ', blanks + 1) - blanks - 2);
    }
    for (const std::string_view noise : {" temp ", " global ", " const "}) {
        for (std::size_t at = 0; (at = message.find("'" + std::string(noise), at)) != std::string::npos;) {
            message.replace(at, noise.size() + 1, "'");
        }
    }
    return message;
}

Error failed(std::string message) {
    return {ErrorCode::invalid_argument, std::move(message), {}};
}

EShLanguage language_of(ShaderStage stage) {
    return stage == ShaderStage::vertex     ? EShLangVertex
           : stage == ShaderStage::fragment ? EShLangFragment
                                            : EShLangCompute;
}

Result<std::vector<std::uint32_t>> front_end(std::span<const NamedText> pieces, ShaderStage stage,
                                             const TextSource& texts, bool with_lines) {
    if (!glslang_is_ready()) {
        return Error{ErrorCode::driver, "glslang could not be initialised; report this as a bug of vkalgo", {}};
    }
    const EShLanguage language = language_of(stage);
    std::vector<const char*> strings;
    std::vector<int> lengths;
    std::vector<const char*> names;
    for (const NamedText& piece : pieces) {
        strings.push_back(piece.text.data());
        lengths.push_back(static_cast<int>(piece.text.size()));
        names.push_back(piece.name.c_str());
    }
    glslang::TShader shader(language);
    shader.setStringsWithLengthsAndNames(strings.data(), lengths.data(), names.data(), static_cast<int>(pieces.size()));
    shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
    shader.setEntryPoint("main");
    Includer includer(texts);
    const std::string& last = pieces.back().name;
    if (!shader.parse(GetDefaultResources(), 460, ENoProfile, false, false, kMessages, includer)) {
        return failed(first_error(shader.getInfoLog(), last));
    }
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(kMessages)) {
        return failed(first_error(program.getInfoLog(), last));
    }
    glslang::SpvOptions options;
    options.disableOptimizer = true;
    options.generateDebugInfo = with_lines;
    std::vector<std::uint32_t> words;
    spv::SpvBuildLogger logger;
    glslang::GlslangToSpv(*program.getIntermediate(language), words, &logger, &options);
    if (const std::string said = logger.getAllMessages(); said.find("error") != std::string::npos || words.empty()) {
        return failed(last + ":1: " + std::string(trim(said)));
    }
    return words;
}

/// Returns a consumer that stores the first error that SPIRV-Tools reports in `said`.
spvtools::MessageConsumer first_error_into(std::string& said) {
    return [&said](spv_message_level_t level, const char*, const spv_position_t&, const char* message) {
        if (level <= SPV_MSG_ERROR && said.empty()) {
            said = message;
        }
    };
}

Result<void> validate(const std::vector<std::uint32_t>& words, const std::string& last_piece) {
    std::string said;
    spvtools::SpirvTools tools(kTarget);
    tools.SetMessageConsumer(first_error_into(said));
    return tools.Validate(words)
               ? Result<void>()
               : failed(last_piece + ":1: the module is not valid: " + said + "; report this as a bug of vkalgo");
}

/// Registers passes that inline functions, turn variables into values and unroll the loops that are marked to be
/// unrolled.
void register_unrolling(spvtools::Optimizer& optimizer) {
    optimizer.RegisterPass(spvtools::CreateStripDebugInfoPass())
        .RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateMergeReturnPass())
        .RegisterPass(spvtools::CreateInlineExhaustivePass())
        .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateScalarReplacementPass())
        .RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
        .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
        .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateSSARewritePass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateCCPPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateLoopUnrollPass(true));
}

/// Registers passes that simplify: the second half of RegisterPerformancePasses(). They unroll no loops.
void register_simplification(spvtools::Optimizer& optimizer) {
    optimizer.RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateRedundancyEliminationPass())
        .RegisterPass(spvtools::CreateCombineAccessChainsPass())
        .RegisterPass(spvtools::CreateSimplificationPass())
        .RegisterPass(spvtools::CreateScalarReplacementPass())
        .RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
        .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
        .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateSSARewritePass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateVectorDCEPass())
        .RegisterPass(spvtools::CreateDeadInsertElimPass())
        .RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateSimplificationPass())
        .RegisterPass(spvtools::CreateIfConversionPass())
        .RegisterPass(spvtools::CreateCopyPropagateArraysPass())
        .RegisterPass(spvtools::CreateReduceLoadSizePass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateBlockMergePass())
        .RegisterPass(spvtools::CreateRedundancyEliminationPass())
        .RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateBlockMergePass())
        .RegisterPass(spvtools::CreateSimplificationPass())
        // Numbers the ids in order of appearance, so that equal code has equal words. The module then packs well.
        .RegisterPass(spvtools::CreateCompactIdsPass());
}

Result<std::vector<std::uint32_t>> run_passes(void (*register_passes)(spvtools::Optimizer&),
                                              const std::vector<std::uint32_t>& words, const std::string& last_piece) {
    std::string said;
    spvtools::Optimizer optimizer(kTarget);
    optimizer.SetMessageConsumer(first_error_into(said));
    register_passes(optimizer);
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<std::uint32_t> made;
    if (!optimizer.Run(words.data(), words.size(), &made, options)) {
        return failed(last_piece + ":1: the optimiser failed: " + said + "; report this as a bug of vkalgo");
    }
    return made;
}

/// Optimises the module. The operations are decorated as NoContraction between the two groups of passes: inlining and
/// unrolling copy instructions without their decorations, and simplification fuses undecorated instructions.
Result<std::vector<std::uint32_t>> optimise(const std::vector<std::uint32_t>& words, const std::string& last_piece) {
    VKALGO_TRY(std::vector<std::uint32_t> made, run_passes(register_unrolling, words, last_piece));
    VKALGO_TRY(made, run_passes(register_simplification, without_contraction(made), last_piece));
    made = without_contraction(made);
    VKALGO_CHECK(validate(made, last_piece));
    return made;
}

/// Returns the module without the source texts in its debug information. Of a file name only one fact is kept: whether
/// it is the name of the last piece ("text") or another name (""). So the module does not depend on where the file is.
std::vector<std::uint32_t> without_sources(const std::vector<std::uint32_t>& words, const std::string& last_piece) {
    std::vector<std::uint32_t> kept(words.begin(), words.begin() + kSpirvHeaderWords);
    for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
        const std::uint32_t instruction = words[at] & 0xFFFFU;
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
        at += std::max<std::size_t>(1, words[at] >> 16);
        if (instruction == spv::OpString) {
            const char* name = reinterpret_cast<const char*>(&*begin + 2);
            constexpr std::uint32_t kText = 0x74786574;  // "text"
            if (name == last_piece) {
                kept.insert(kept.end(), {4U << 16 | spv::OpString, *(begin + 1), kText, 0U});
            } else {
                kept.insert(kept.end(), {3U << 16 | spv::OpString, *(begin + 1), 0U});
            }
        } else if (instruction != spv::OpSourceContinued && instruction != spv::OpSource &&
                   instruction != spv::OpModuleProcessed) {
            kept.insert(kept.end(), begin, words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size())));
        }
    }
    return kept;
}

void register_performance(spvtools::Optimizer& optimizer) {
    optimizer.RegisterPerformancePasses().RegisterPass(spvtools::CreateCompactIdsPass());
}

}  // namespace

Result<std::vector<std::uint32_t>> compile_shader(const NamedText& text, ShaderStage stage, const TextSource& texts) {
    VKALGO_TRY(const std::vector<std::uint32_t> words, front_end(std::span(&text, 1), stage, texts, false));
    VKALGO_TRY(std::vector<std::uint32_t> made, run_passes(register_performance, words, text.name));
    VKALGO_CHECK(validate(made, text.name));
    return made;
}

Result<std::vector<std::uint32_t>> compile_glsl(std::span<const NamedText> pieces, const TextSource& texts,
                                                const GlslOptions& options) {
    if (pieces.empty()) {
        return failed("no text is given to compile");
    }
    VKALGO_TRY(std::vector<std::uint32_t> words,
               front_end(pieces, ShaderStage::compute, texts, options.readable || options.guarded));
    // The optimiser and drivers split arrays into their elements. For an array of 10^8 elements they would need
    // gigabytes.
    const InvocationVariables variables = invocation_variables(words);
    if (options.most_variable_bytes != 0 && variables.bytes > options.most_variable_bytes) {
        return Error{ErrorCode::too_large,
                     pieces.back().name + ":1: the variables of one invocation take " +
                         std::to_string(variables.bytes) + " bytes, but at most " +
                         std::to_string(options.most_variable_bytes) + " are allowed; the largest is '" +
                         variables.largest + "' of " + std::to_string(variables.largest_bytes) + " bytes",
                     "variable " + variables.largest};
    }
    words = without_contraction(words);
    if (options.readable) {
        VKALGO_CHECK(validate(words, pieces.back().name));
        return without_sources(words, pieces.back().name);
    }
    if (options.guarded) {
        VKALGO_TRY(words, with_guards(words, pieces.back().name));
    }
    return optimise(words, pieces.back().name);
}

}  // namespace vkalgo::compiler
