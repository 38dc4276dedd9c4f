#include <systemc>

// The SystemC library asks for this entry point; GoogleTest brings the real one, and nothing here simulates.
int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
