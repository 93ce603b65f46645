# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION histogram_methods TYPE HistogramMethod
    PREFIX histogram_method_ NAMESPACE vkalgo HEADER algorithms/histogram/histogram_method.hpp FOLDER histogram/methods)
