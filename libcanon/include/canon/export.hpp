#pragma once

// The shared library exports the public headers alone: their namespace carries this attribute, and
// all else is compiled with hidden visibility.
#if defined(__GNUC__)
#define CANON_API __attribute__((visibility("default")))
#else
#define CANON_API
#endif
