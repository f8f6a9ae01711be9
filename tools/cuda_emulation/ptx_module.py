"""A module of PTX as one C file: a function per kernel, called once per thread."""

import re

from ptx_instruction import Instructions
from ptx_operand import SIZE, Unknown

REGISTER = {"pred": "u32", "b16": "u16", "u16": "u16", "s16": "u16", "b32": "u32", "u32": "u32",
            "s32": "u32", "f32": "u32", "b64": "u64", "u64": "u64", "s64": "u64", "f64": "u64"}
TOKEN = re.compile(r"\s*(?:([$\w]+):(?!:)|(\{(?=\s*\n))|(\}(?=\s*(?:\n|$)))|([^;]+);)")
VARIABLE = re.compile(r"\.(global|const|shared) \.align (\d+) \.b8 (\w+)\[(\d+)\](?: = \{(.*?)\})?$",
                      re.S)


def aligned(offset, alignment):
    return (offset + alignment - 1) // alignment * alignment


class Kernel(Instructions):
    """One .entry. If its threads wait for each other, a call runs one of them up to the next such
    place: its registers are then in a frame that outlives the call."""

    def __init__(self, module, symbol, parameters, body):
        super().__init__()
        self.module, self.symbol_name = module, symbol
        self.parameters, self.sizes = {}, []
        for i, text in enumerate(split_parameters(parameters)):
            kind, name, count = text
            self.parameters[name] = (i, SIZE[kind] * count)
            self.sizes.append(SIZE[kind] * count)
        self.resumable = re.search(r"\b(bar|barrier|shfl)\.", body) is not None
        self.lines, self.frame, self.own = [], [], {}
        self.shared = dict(module.shared)
        self.shared_size = module.shared_size
        self.scopes = [{}]
        self.walk(body)

    # ---- where things are -----------------------------------------------------------------------

    def name(self, register):
        for scope in reversed(self.scopes):
            if register in scope:
                return scope[register]
        raise Unknown("the register " + register)

    def label(self, text):
        return "label_" + text.replace("$", "_")

    def symbol(self, name, kind):
        if name in self.own:
            return f"((u64){self.own[name]})"
        if name in self.parameters:
            return f"((u64)P[{self.parameters[name][0]}])"
        if name in self.shared:
            return f"{self.shared[name]}u"
        if name in self.module.tables:
            return f"((u64)table_{name})"
        raise Unknown("the name " + name)

    def parameter(self, name, offset, size):
        if name in self.own:
            return f"({self.own[name]} + {offset})"
        index, whole = self.parameters[name]
        if offset + size > whole:
            raise Unknown("a read beyond the parameter " + name)
        return f"(P[{index}] + {offset})"

    def emit(self, line):
        self.lines.append("  " + line)

    # ---- the body -------------------------------------------------------------------------------

    def register(self, kind, name):
        """A variable of the function, or a member of the frame."""
        c_name = "v" + re.sub(r"\W", "_", name)
        if self.resumable:
            c_name += f"_{len(self.frame)}" if len(self.scopes) > 1 else ""
            self.frame.append(f"{kind} {c_name};")
            self.scopes[-1][name] = "F->" + c_name
        else:
            self.emit(f"{kind} {c_name} = 0;")
            self.scopes[-1][name] = c_name

    def declare(self, text):
        kind, names = re.fullmatch(r"\.reg\s+\.(\w+)\s+(.*)", text).groups()
        for item in names.split(","):
            many = re.fullmatch(r"(%?[\w$]+)<(\d+)>", item.strip())
            if many:
                for i in range(int(many[2])):
                    self.register(REGISTER[kind], f"{many[1]}{i}")
            else:
                self.register(REGISTER[kind], item.strip())

    def bytes_of(self, text):
        """A .local or .param array of the function. It does not outlive a wait; no kernel needs it to."""
        found = re.fullmatch(r"\.(?:local|param) (?:\.align (\d+) )?\.(\w+) (\S+?)(?:\[(\d+)\])?", text)
        name = "a_" + re.sub(r"\W", "_", found[3])
        if self.resumable and text.startswith(".local"):
            raise Unknown("local memory in a kernel whose threads wait")
        self.own[found[3]] = name
        self.emit(f"_Alignas(16) unsigned char {name}[{SIZE[found[2]] * int(found[4] or 1)}];")

    def statement(self, text):
        if text.startswith(".reg"):
            self.declare(text)
        elif text.startswith((".local", ".param")):
            self.bytes_of(text)
        elif text.startswith(".shared"):
            found = VARIABLE.search(text)
            self.shared_size = aligned(self.shared_size, int(found[2]))
            self.shared[found[3]] = self.shared_size
            self.shared_size += int(found[4])
        elif not text.startswith(".pragma"):
            self.instruction(text)

    def walk(self, body):
        lines = (re.sub(r"//.*", "", line).strip() for line in body.split("\n"))
        text, at = "\n".join(line for line in lines if line), 0
        while text[at:].strip():
            token = TOKEN.match(text, at)
            if not token:
                raise Unknown("cannot read: " + text[at:at + 80])
            at = token.end()
            if token[1]:
                self.emit(self.label(token[1]) + ":;")
            elif token[2]:
                self.emit("{")
                self.scopes.append({})
            elif token[3]:
                self.emit("}")
                self.scopes.pop()
            else:
                self.statement(re.sub(r"\s+", " ", token[4]).strip())

    def text(self, number):
        frame = "\n  ".join(["u32 state, turn;"] + self.frame)
        start = "".join(f" case {i}: goto resume_{i};" for i in range(1, self.resumes + 1))
        body = "\n".join(self.lines)
        return (f"struct frame_{number} {{\n  {frame}\n}};\n"
                f"static int kernel_{number}(const char* const* P, const struct emu_thread* C, "
                f"struct frame_{number}* restrict F) {{\n  switch (F->state) {{{start} default:; }}\n"
                f"{body}\n  return EMU_DONE;\n}}\n")


def split_parameters(text):
    for item in (re.sub(r"\s+", " ", part).strip() for part in text.split(",")):
        if item:
            found = re.fullmatch(r"\.param (?:\.align \d+ )?\.(\w+) ([\w$]+)(?:\[(\d+)\])?", item)
            yield found[1], found[2], int(found[3] or 1)


class Module:
    def __init__(self, text):
        self.tables, self.shared, self.shared_size = {}, {}, 0
        depth = 0
        for line in re.split(r"(?<=[;{}])", re.sub(r"//.*", "", text)):
            if depth == 0:
                self.variable(re.sub(r"\s+", " ", line).strip().rstrip(";{"), text)
            depth += line.count("{") - line.count("}")
        self.kernels = [Kernel(self, *entry) for entry in entries(text)]

    def variable(self, line, text):
        found = re.search(r"\.(global|const|shared) \.align (\d+) \.b8 (\w+)\[(\d+)\]", line)
        if not found:
            if re.search(r"\.(global|const|shared)\b", line):
                raise Unknown("the variable " + line[:80])
            return
        if found[1] == "shared":
            self.shared_size = aligned(self.shared_size, int(found[2]))
            self.shared[found[3]] = self.shared_size
            self.shared_size += int(found[4])
            return
        values = re.search(re.escape(found[3]) + r"\[\d+\] = \{(.*?)\}", text, re.S)
        self.tables[found[3]] = (int(found[4]), values[1] if values else "0")

    def text(self):
        out = [f"static _Alignas(16) const unsigned char table_{name}[{size}] = {{{values}}};"
               for name, (size, values) in self.tables.items()]
        out.append("static int emu_in_table(u64 at, u32 size) {")
        out += [f"  if (at >= (u64)table_{name} && at + size <= (u64)table_{name} + {size}) return 1;"
                for name, (size, _) in self.tables.items()]
        out.append("  return 0;\n}\n")
        out += [kernel.text(i) for i, kernel in enumerate(self.kernels)]
        out.append("const struct emu_kernel emu_kernels[] = {")
        for i, kernel in enumerate(self.kernels):
            sizes = ", ".join(map(str, kernel.sizes)) or "0"
            out.append(f'  {{"{kernel.symbol_name}", (emu_run*)kernel_{i}, {len(kernel.sizes)}, '
                       f"{{{sizes}}}, sizeof(struct frame_{i}), {kernel.shared_size}, "
                       f"{int(kernel.resumable)}}},")
        out.append("  {0}};\n")
        return "\n".join(out)


def entries(text):
    head = re.compile(r"\.entry\s+([\w$]+)\s*\((.*?)\)\s*(?:\.\w+[^\n{]*\s*)*\{\n", re.S)
    for match in head.finditer(text):
        depth, at = 1, match.end()
        while depth > 0:
            at += 1
            depth += {"{": 1, "}": -1}.get(text[at], 0)
        yield match[1], match[2], text[match.end():at]
