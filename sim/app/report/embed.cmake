# Writes the files of page/ into a C++ source: cmake -DFOLDER=... -DOUT=... -P embed.cmake
set(text "#include \"sim/app/report/page_text.h\"\n\nnamespace ngpcsim::app {\n\nconst PageText kPageText{\n")
foreach(part page.html style.css charts.js run.js sweep.js start.js)
  file(READ "${FOLDER}/${part}" content)
  string(APPEND text "    R\"NGPC(${content})NGPC\",\n")
endforeach()
string(APPEND text "};\n\n}  // namespace ngpcsim::app\n")
file(WRITE "${OUT}" "${text}")
