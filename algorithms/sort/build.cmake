# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION sort_methods TYPE SortMethod
    PREFIX sort_method_ NAMESPACE vkalgo HEADER algorithms/sort/sort_method.hpp FOLDER sort/methods)
