# Verilated builds of the blocks in rtl/.
include_guard(GLOBAL)

execute_process(COMMAND verilator --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE verilator_failed ERROR_QUIET)
if(verilator_failed)
  message(FATAL_ERROR "verilator not found: run scripts/setup, or configure with -DNGPCSIM_RTL=OFF")
endif()
option(NGPCSIM_RTL_COVERAGE "Verilate with line, toggle and user coverage (scripts/rtl_coverage)" OFF)

set(verilated_sources verilated.cpp verilated_fst_c.cpp verilated_threads.cpp verilated_dpi.cpp verilated_cov.cpp)
list(TRANSFORM verilated_sources PREPEND ${VERILATOR_ROOT}/include/)

# The run-time library of Verilator, once for all builds. $fatal and $stop end in handlers of ours (rtl/bridge/verilated_handlers.cpp).
add_library(ngpcsim_verilated STATIC ${verilated_sources})
target_include_directories(ngpcsim_verilated SYSTEM PUBLIC ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
target_compile_features(ngpcsim_verilated PUBLIC cxx_std_20)
target_compile_definitions(ngpcsim_verilated PUBLIC VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0 VM_COVERAGE=1 VL_USER_FATAL VL_USER_STOP VL_USER_FINISH)
target_compile_options(ngpcsim_verilated PRIVATE -w)
set_target_properties(ngpcsim_verilated PROPERTIES UNITY_BUILD OFF)
target_link_libraries(ngpcsim_verilated PUBLIC ZLIB::ZLIB Threads::Threads)

# ngpcsim_put_package_into(SOURCE PACKAGE): in the place of the file that the variable SOURCE names, a copy with the functions of the package as the module's own.
# They keep their file and lines.
function(ngpcsim_put_package_into source package)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${${source}} ${package})
  get_filename_component(name ${package} NAME_WE)
  file(READ ${package} functions)
  string(REGEX REPLACE "(^|\n)(end)?package[^\n]*" "\\1" functions "${functions}")
  file(READ ${${source}} module)
  string(REPLACE "${name}::" "" module "${module}")
  string(REPLACE "\n);\n" "\n);\n`line 1 \"${package}\" 0\n${functions}\n`line 1 \"${${source}}\" 0\n" module "${module}")
  get_filename_component(file ${${source}} NAME)
  file(WRITE ${PROJECT_BINARY_DIR}/rtl_builds/covered/${file} "${module}")
  set(${source} ${PROJECT_BINARY_DIR}/rtl_builds/covered/${file} PARENT_SCOPE)
endfunction()

# ngpcsim_verilate(NAME TOP MODULE [SOURCES FILE...] [PARAMETERS NAME=VALUE...]): the static library rtl_NAME with the Verilated class V<NAME> of a module, in a file
# of its own name under rtl/ or given by SOURCES.
function(ngpcsim_verilate name)
  cmake_parse_arguments(arg "" "TOP" "SOURCES;PARAMETERS" ${ARGN})
  set(folder ${PROJECT_BINARY_DIR}/rtl/${name})
  set(unit ${folder}/V${name})
  list(TRANSFORM arg_PARAMETERS PREPEND -G)
  file(GLOB module_folders LIST_DIRECTORIES true CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/*)
  set(search "")
  foreach(module_folder IN LISTS module_folders)
    if(IS_DIRECTORY ${module_folder})
      list(APPEND search -y ${module_folder})
    endif()
  endforeach()
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES ${PROJECT_SOURCE_DIR}/rtl/*/${arg_TOP}.sv)
  endif()
  # Toggles only up to the width of counters and registers: those of wide data would make ten times as much code. A process that is split counts a branch again
  # after it has changed its own condition. The blocks of an NFP have builds of their own. Of a package Verilator 5.006 covers the first line alone.
  set(coverage "")
  if(NGPCSIM_RTL_COVERAGE)
    set(coverage --coverage --coverage-max-width 64 -fno-split)
    if(arg_TOP STREQUAL nfp)
      list(APPEND coverage ${PROJECT_SOURCE_DIR}/rtl/lint/nfp_coverage.vlt)
    elseif(arg_TOP STREQUAL fp_unit)
      ngpcsim_put_package_into(arg_SOURCES ${PROJECT_SOURCE_DIR}/rtl/common/fp_pkg.sv)
    endif()
  endif()
  # --expand-limit: of signals of 40 to 64 words in assertions, Verilator 5.006 writes loops without declaring their variable.
  add_custom_command(
    OUTPUT ${unit}_fast.cpp ${unit}_slow.cpp ${unit}.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND verilator --cc --Mdir ${folder} --prefix V${name} --top-module ${arg_TOP} ${arg_PARAMETERS} ${search} -I${PROJECT_SOURCE_DIR}/rtl/common
            -Wall --assert --trace-fst --no-timing -O3 --expand-limit 39 --x-assign unique --x-initial unique --MMD ${coverage}
            ${PROJECT_SOURCE_DIR}/rtl/lint/waivers.vlt ${PROJECT_SOURCE_DIR}/rtl/common/fp_pkg.sv ${arg_SOURCES}
    COMMAND sed -i "s|^.* : |${unit}_fast.cpp: |" ${unit}__ver.d
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DPREFIX=V${name} -P ${PROJECT_SOURCE_DIR}/cmake/verilated_units.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/verilated_units.cmake
    DEPFILE ${unit}__ver.d
    COMMENT "Verilating ${name} (${arg_TOP})" VERBATIM)
  add_library(rtl_${name} STATIC EXCLUDE_FROM_ALL ${unit}_fast.cpp ${unit}_slow.cpp)
  set_source_files_properties(${unit}_fast.cpp PROPERTIES COMPILE_OPTIONS -O1)
  set_source_files_properties(${unit}_slow.cpp PROPERTIES COMPILE_OPTIONS -O0)
  target_compile_options(rtl_${name} PRIVATE -w -g0)
  target_include_directories(rtl_${name} SYSTEM PUBLIC ${folder})
  target_link_libraries(rtl_${name} PUBLIC ngpcsim_verilated)
endfunction()

# ngpcsim_rtl_build(NAME BLOCK PARAMETER=VALUE...): one Verilated build of a block (encoding_engine, direction_encoder, mlp_engine, nfp), behind the model's online
# interface: the library rtl_build_NAME, built when something links it, with `ngpcsim::rtl::builds::NAME()`, declared in <rtl_builds/NAME.h>.
function(ngpcsim_rtl_build name block)
  ngpcsim_verilate(${name} TOP ${block} PARAMETERS ${ARGN})
  set(SIZES "")
  foreach(parameter IN LISTS ARGN)
    string(REPLACE "=" "\", " entry ${parameter})
    string(APPEND SIZES "{\"${entry}}, ")
  endforeach()
  set(NAME ${name})
  set(BLOCK ${block})
  set(generated ${PROJECT_BINARY_DIR}/rtl_builds)
  configure_file(${PROJECT_SOURCE_DIR}/rtl/bridge/build.cpp.in ${generated}/rtl_builds/${name}.cpp @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/rtl/bridge/build.h.in ${generated}/rtl_builds/${name}.h @ONLY)
  add_library(rtl_build_${name} STATIC EXCLUDE_FROM_ALL ${generated}/rtl_builds/${name}.cpp)
  target_include_directories(rtl_build_${name} SYSTEM PUBLIC ${generated})
  target_link_libraries(rtl_build_${name} PUBLIC ngpcsim_rtl_bridge PRIVATE rtl_${name})
  target_compile_options(rtl_build_${name} PRIVATE -Wno-pedantic)
endfunction()
