# Run at every build (cmake -DSOURCE=... -DVERSION=... -DHEADER=... -P): writes the commit that is
# being built into a header, and touches it only if that changed. Outside a checkout (a package's
# sources) the version stands in its place.
set(commit "${VERSION} outside a checkout")
find_program(git git)
if(git AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND "${git}" describe --always --dirty --abbrev=12 --exclude=*
                  WORKING_DIRECTORY "${SOURCE}" RESULT_VARIABLE failed OUTPUT_VARIABLE found
                  ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed)
    set(commit "${found}")
  endif()
endif()
set(text "#define CANON_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" old)
endif()
if(NOT text STREQUAL old)
  file(WRITE "${HEADER}" "${text}")
endif()
