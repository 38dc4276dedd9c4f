#include <systemc>

/// The SystemC library, which the models link, asks every program for one; nothing here simulates time.
int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
