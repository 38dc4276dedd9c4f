# Debian's libyaml-dev has no CMake package. Defines the imported target LibYaml::libyaml, visible in every folder.
find_path(LibYaml_INCLUDE_DIR yaml.h)
find_library(LibYaml_LIBRARY yaml)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibYaml REQUIRED_VARS LibYaml_LIBRARY LibYaml_INCLUDE_DIR)
if(LibYaml_FOUND AND NOT TARGET LibYaml::libyaml)
  add_library(LibYaml::libyaml UNKNOWN IMPORTED GLOBAL)
  set_target_properties(LibYaml::libyaml PROPERTIES IMPORTED_LOCATION ${LibYaml_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LibYaml_INCLUDE_DIR})
endif()
