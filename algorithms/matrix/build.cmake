# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION matrix_methods TYPE MatrixMethod
    PREFIX matrix_method_ NAMESPACE vkalgo HEADER algorithms/matrix/matrix_method.hpp FOLDER matrix/methods)
