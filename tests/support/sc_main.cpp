/// The SystemC library asks every program that links it for this entry point; test programs enter through main().
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
