#!/bin/sh
# Builds the engine from the core's own source: build.sh SOURCE OUT.wasm
#
# SOURCE is a checkout of github.com/edo9300/ygopro-core with its submodule lua/src. Needs Emscripten (emcc);
# its newer versions write the exceptions that wasmtime takes, and facedown translates those of older ones.
set -eu

source=$(cd "$1" && pwd)
out=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
own=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ -f "$source/ocgapi.cpp" ] || { echo "$source is no checkout of ygopro-core." >&2; exit 1; }
[ -f "$source/lua/src/lapi.c" ] || { echo "$source/lua/src is empty: git submodule update --init." >&2; exit 1; }

# Nothing of the build's day, place or order: the same source and compiler make the same bytes.
flags="-O2 -DNDEBUG -fwasm-exceptions -ffile-prefix-map=$source=core -ffile-prefix-map=$own=doors"
if emcc $flags -sWASM_LEGACY_EXCEPTIONS=0 -c -x c++ /dev/null -o "$work/empty.o" 2>/dev/null; then
    flags="$flags -sWASM_LEGACY_EXCEPTIONS=0"
fi

# Lua as the core builds it: as C++, so that its errors are exceptions, and without what reaches files or a clock.
for file in "$source"/lua/src/*.c; do
    case $(basename "$file" .c) in
        lbitlib | lcorolib | ldblib | linit | loadlib | loslib | ltests | lua | luac | lutf8lib | onelua) continue ;;
    esac
    emcc $flags -x c++ -std=c++17 -I"$source/lua" -include "$source/lua/luaconf-customize.h" \
        -c "$file" -o "$work/lua_$(basename "$file").o"
done
for file in "$source"/*.cpp; do
    emcc $flags -std=c++17 -fno-rtti -I"$source/lua" -include "$source/lua/luaconf-customize.h" \
        -I"$source" -I"$source/lua/src" -c "$file" -o "$work/core_$(basename "$file").o"
done
emcc $flags -std=c++17 -fno-rtti -I"$source" -c "$own/doors.cpp" -o "$work/doors.o"

# Through JavaScript's front door, so that growing is an import the host limits; the JavaScript is thrown away,
# and -O1 spares it the tools that make it small.
emcc $flags -O1 "$work"/*.o -o "$work/core.js" --profiling-funcs \
    -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=1GB -sFILESYSTEM=0 -sERROR_ON_UNDEFINED_SYMBOLS=0 \
    -sEXPORTED_FUNCTIONS=_malloc,_free -sWARN_ON_UNDEFINED_SYMBOLS=0 --no-entry

# Which source it is of, for whoever is served by it: a section for readers alone, at the end.
commit=${CORE_COMMIT:-$(git -C "$source" rev-parse HEAD 2>/dev/null || echo unknown)}
text="ygopro-core $commit"
printf "\\000\\$(printf %03o $((7 + ${#text})))\\006source%s" "$text" | cat "$work/core.wasm" - >"$out"
