# cmake -DFOLDER=F -DPREFIX=P -P verilated_units.cmake: sources P_fast.cpp and P_slow.cpp in F that include everything Verilator wrote there. Two compilations of a
# build instead of twenty, each of which would read Verilator's headers for two seconds first. Fast is what runs at every edge.
file(GLOB fast RELATIVE ${FOLDER} ${FOLDER}/${PREFIX}*.cpp)
list(SORT fast)
set(slow ${fast})
list(FILTER slow INCLUDE REGEX "__(Slow|Syms|Trace|Dpi|ConstPool)")
list(REMOVE_ITEM fast ${slow})
foreach(unit fast slow)
  list(TRANSFORM ${unit} REPLACE "(.+)" "#include \"\\1\"\n")
  string(JOIN "" text ${${unit}})
  file(WRITE ${FOLDER}/${PREFIX}_${unit}.cpp "${text}")
endforeach()
