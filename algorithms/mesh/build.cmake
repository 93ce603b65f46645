# Included by algorithms/CMakeLists.txt.
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION mesh_methods TYPE MeshMethod
    PREFIX mesh_method_ NAMESPACE vkalgo HEADER algorithms/mesh/mesh_method.hpp FOLDER mesh/methods)
