#include "canon/commands.hpp"

int main(int argc, char** argv) {
  return canon::tool::run_main(canon::tool::canon_program(), argc, argv);
}
