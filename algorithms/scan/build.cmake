# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION scan_methods TYPE ScanMethod
    PREFIX scan_method_ NAMESPACE vkalgo HEADER algorithms/scan/scan_method.hpp FOLDER scan/methods)
