# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION thinning_methods TYPE ThinningMethod
    PREFIX thinning_method_ NAMESPACE vkalgo HEADER algorithms/volume/thinning_method.hpp
    FOLDER volume/thinning_methods)
