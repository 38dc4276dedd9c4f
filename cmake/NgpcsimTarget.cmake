# What every target of ours is compiled with: C++20, warnings as errors, exact floating point.
include_guard()

add_library(ngpcsim_options INTERFACE)
target_compile_features(ngpcsim_options INTERFACE cxx_std_20)
target_include_directories(ngpcsim_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(ngpcsim_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast -Werror
  -ffp-contract=off)  # docs/timing.md, section 5: fused operations only where written
if(NGPCSIM_SANITIZE)
  target_compile_options(ngpcsim_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ngpcsim_options INTERFACE -fsanitize=address,undefined)
endif()
if(NGPCSIM_COVERAGE)
  target_compile_options(ngpcsim_options INTERFACE --coverage)
  target_link_options(ngpcsim_options INTERFACE --coverage)
endif()

# ngpcsim_add_library(NAME [PUBLIC_LIBRARIES...]): a static library of every .cpp below the current folder, subfolders with a
# CMakeLists.txt of their own left out. Folders without sources make an interface library.
function(ngpcsim_add_library name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE nested CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
  foreach(list_file IN LISTS nested)
    get_filename_component(folder ${list_file} DIRECTORY)
    list(FILTER sources EXCLUDE REGEX "^${folder}/")
  endforeach()
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ngpcsim_options ${ARGN})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ngpcsim_options ${ARGN})
  endif()
endfunction()

# ngpcsim_precompile(NAME HEADERS... | REUSE_FROM TARGET): the headers are parsed once for all sources of a target, or of several with the same options,
# where NGPCSIM_PRECOMPILED_HEADERS asks for it.
function(ngpcsim_precompile name)
  if(NGPCSIM_PRECOMPILED_HEADERS)
    if("${ARGV1}" STREQUAL "REUSE_FROM")
      target_precompile_headers(${name} ${ARGN})
    else()
      target_precompile_headers(${name} PRIVATE ${ARGN})
    endif()
    # g++ 12 then sees std::string overrun itself where it does not; builds without precompiled headers keep the warning.
    target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
  endif()
endfunction()
