#!/usr/bin/env python3
"""Checks the direction of the includes: data moves one way, and a room uses only rooms below it.

    tools/check_includes.py [CHECKOUT]

Prints every include that goes against the order below, every cycle of includes, and how many there are
per pair of rooms; exits with 1 if there is any. Only the text is read: no compiler is needed, and an
include inside #if counts."""
import collections
import pathlib
import re
import sys

# From the bottom to the top. A room may include itself and what stands in a line above its own;
# rooms of one line do not know each other.
ROOMS = [
    ['libcanon/include/canon/export.hpp'],
    ['libcanon/include/canon/base'],
    ['libcanon/include/canon'],
    ['libcanon/src/base'],
    ['libcanon/src/graph', 'libcanon/src/lanes'],
    ['libcanon/src/io', 'libcanon/src/generate', 'libcanon/src/spectrum'],
    ['libcanon/src/canonize'],
    ['libcanon/src/encoding'],
    ['libcanon/src/certificate'],
    ['experiments/engine/device'],
    ['experiments/engine/kernels', 'experiments/nccl'],
    ['experiments/engine/autograd'],
    ['experiments/engine/batch'],
    ['experiments/engine/model'],
    ['experiments/lab/dataset'],
    ['experiments/lab/train'],
    ['experiments/lab/report'],
    ['experiments/lab/study'],
    ['experiments/lab/run'],
    ['tools/cli'],
    ['tools/canon', 'tools/canon-lab', 'tools/pictures'],
    ['tools/cuda_emulation', 'tools/nccl_emulation'],
    ['python/src'],
    # Nothing above includes these; tests and benchmarks share some headers of their own.
    ['libcanon/tests', 'libcanon/examples', 'test_package'],
    ['libcanon/bench', 'tools/tests'],
    ['experiments/tests'],
    ['experiments/bench'],
]
# Rooms whose files only these folders may include, whatever the order says.
PRIVATE = [
    ('libcanon/src', ['libcanon/src', 'libcanon/tests', 'libcanon/bench']),
    # The library and the program canon are built without the experiments, which have their own program.
    ('experiments', ['experiments', 'tools/canon-lab']),
    ('tools', ['tools', 'experiments/tests', 'experiments/bench']),
]
# Where the compiler looks, as the CMakeLists.txt say, first the including file's own folder.
SEARCH = ['libcanon/include', 'libcanon/src', 'experiments/engine', 'experiments/lab', 'experiments', 'tools',
          'libcanon/tests']
GENERATED = {'canon_commit.hpp', 'canon_configs.hpp', 'canon/version.hpp'}  # by CMake, below the build folder
SUFFIXES = {'.cpp', '.hpp', '.cu', '.cuh'}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}


def inside(path, folder):
    return path == folder or path.startswith(folder + '/')


def room_of(path):
    """The innermost room that holds this file, or None."""
    return max((room for room in LEVEL if inside(path, room)), key=len, default=None)


def resolve(root, path, quoted, name):
    """The file of the checkout that is meant; None for one of the system."""
    folders = [str(pathlib.PurePosixPath(path).parent)] if quoted else []
    for folder in folders + SEARCH:
        found = root / folder / name
        if found.is_file():
            return found.resolve().relative_to(root).as_posix()
    return None


def read_includes(root):
    """{file: [(line, included file)]}, and the problems that this alone shows."""
    includes, problems = {}, []
    for top in sorted({room.split('/')[0] for room in LEVEL}):
        for file in sorted((root / top).rglob('*')):
            path = file.relative_to(root).as_posix()
            if file.suffix not in SUFFIXES or '/build' in path:
                continue
            if room_of(path) is None:
                problems.append((path, 1, 'is in no room: tools/check_includes.py lists them', 'no room'))
            includes[path] = []
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                quoted, name = match[1] == '"', match[2]
                target = resolve(root, path, quoted, name)
                if target:
                    includes[path].append((number, target))
                elif (quoted or name.startswith('canon/')) and name not in GENERATED:
                    problems.append((path, number, f'includes {name}, which is nowhere', 'not found'))
    return includes, problems


def why_not(path, target):
    """What is wrong with this include, or None."""
    source_room, target_room = room_of(path), room_of(target)
    if source_room is None or target_room is None or source_room == target_room:
        return None
    for folder, users in PRIVATE:
        if inside(target, folder) and not any(inside(path, user) for user in users):
            return f'includes {target}, which is private to {", ".join(users)}'
    if LEVEL[target_room] >= LEVEL[source_room]:
        return f'includes {target}, which is not below {source_room}'
    return None


def back_edges(includes):
    for path, lines in includes.items():
        for number, target in lines:
            wrong = why_not(path, target)
            if wrong:
                yield path, number, wrong, f'{room_of(path)} -> {room_of(target)}'


def cycles(includes):
    """Every cycle once, found by a depth-first walk: the files on the way when it closes."""
    done, way = set(), []

    def walk(path):
        way.append(path)
        for number, target in includes.get(path, []):
            if target in way:
                yield path, number, ' -> '.join(way[way.index(target):] + [target]), 'cycle'
            elif target not in done:
                yield from walk(target)
        done.add(way.pop())

    for path in sorted(includes):
        if path not in done:
            yield from walk(path)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    root = root.resolve()
    includes, problems = read_includes(root)
    problems += [*back_edges(includes), *cycles(includes)]
    for path, number, text, _ in sorted(problems):
        print(f'{path}:{number}: {text}')
    for pair, count in collections.Counter(problem[3] for problem in problems).most_common():
        print(f'{count:4} {pair}')
    edges = sum(map(len, includes.values()))
    print(f'check_includes.py: {len(includes)} files, {edges} includes, {len(problems)} violations')
    return 1 if problems or not includes else 0


if __name__ == '__main__':
    sys.exit(main())
