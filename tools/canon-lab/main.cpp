#include "canon-lab/commands.hpp"

int main(int argc, char** argv) {
  return canon::tool::run_main(canon::tool::lab_program(), argc, argv);
}
