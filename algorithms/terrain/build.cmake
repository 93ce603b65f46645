# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION accumulation_methods TYPE AccumulationMethod
    PREFIX accumulation_method_ NAMESPACE vkalgo HEADER algorithms/terrain/accumulation_method.hpp
    FOLDER terrain/methods)
