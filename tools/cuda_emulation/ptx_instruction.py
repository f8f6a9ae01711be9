"""One PTX instruction as C."""

import re

from ptx_operand import C_TYPE, SIZE, Operands, Unknown, is_float, split_operands

COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<",
           "ls": "<=", "hi": ">", "hs": ">="}
ROUND = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
WIDER = {"u32": "u64", "s32": "s64", "u64": "unsigned __int128", "s64": "__int128"}


class Instructions(Operands):
    """Turns instructions into lines of C. A subclass says where parameters and labels are:
    parameter(name, offset, size) and label(name)."""

    def __init__(self):
        self.accesses = 0  # every load and store has a number, for the counts
        self.resumes = 0   # places where a thread waits for others

    # ---- memory ---------------------------------------------------------------------------------

    def place(self, space, base, offset, kind, whole, store):
        """A pointer in C to what [base + offset] names."""
        pointer = f"(T_{kind}*)"
        if space == "param" and base[0] != "%":
            return f"({pointer}{self.parameter(base, offset, SIZE[kind])})"
        if space in ("param", "local"):
            start = self.name(base) if base[0] == "%" else f"(u64){self.symbol(base, 'u64')}"
            return f"({pointer}({start} + {offset}))"
        if space not in ("global", "shared"):
            raise Unknown("memory of the kind " + space)
        address = self.read(base, "u64" if space == "global" else "u32")
        self.accesses += 1
        return (f"({pointer}emu_{space}(C, {address} + {offset}, {SIZE[kind]}, {whole}, {store}, "
                f"{self.accesses}))")

    def memory(self, parts, operands):
        store = parts[0] == "st"
        kind = parts[-1]
        space = next((p for p in parts[1:] if p in ("param", "global", "shared", "local")), "generic")
        where, numbers = (operands[0], operands[1]) if store else (operands[1], operands[0])
        match = re.fullmatch(r"\[\s*([^\s+\]]+)\s*(?:\+\s*(-?\d+))?\s*\]", where)
        if not match:
            raise Unknown("the address " + where)
        base, offset = match[1], int(match[2] or 0)
        registers = split_operands(numbers.strip("{}"))
        whole = SIZE[kind] * len(registers)
        for i, register in enumerate(registers):
            pointer = self.place(space, base, offset + i * SIZE[kind], kind,
                                 whole if i == 0 else SIZE[kind], int(store))
            if store:
                self.emit(f"*{pointer} = {self.read(register, kind)};")
            elif is_float(kind):
                self.emit(f"{self.name(register)} = B{kind[1:]}(*{pointer});")
            else:
                self.emit(f"{self.name(register)} = *{pointer};")

    # ---- waiting for others ---------------------------------------------------------------------

    def wait(self, what):
        self.resumes += 1
        self.emit(f"F->state = {self.resumes}; return {what}; resume_{self.resumes}:;")

    def barrier(self, parts, operands):
        if operands[0] != "0" or len(operands) > 1:
            raise Unknown("a barrier other than that of the whole block")
        self.wait("EMU_BARRIER")

    def shuffle(self, parts, operands):
        mode = {"up": 0, "down": 1, "bfly": 2, "idx": 3}[parts[2]]
        target, _, inside = operands[0].partition("|")
        self.emit(f'if ({self.read(operands[4], "u32")} != 0xffffffffu) '
                  'emu_fault(C, 0, 0, 0, "a shuffle among a part of a warp");')
        self.emit(f"emu_offer(C, F->turn ^= 1, {self.read(operands[1], 'u32')});")
        self.wait("EMU_SHUFFLE")
        self.emit(f"{{ u32 ok; {self.name(target)} = emu_take(C, F->turn, {mode}, "
                  f"{self.read(operands[2], 'u32')}, {self.read(operands[3], 'u32')}, &ok);")
        if inside:
            self.emit(f"{self.name(inside)} = ok;")
        self.emit("}")

    # ---- all else -------------------------------------------------------------------------------

    def instruction(self, text):
        guarded = re.match(r"@(!?)(%\w+)\s+(.*)", text, re.S)
        if guarded:
            self.emit(f"if ({guarded[1]}{self.name(guarded[2])}) {{")
            self.instruction(guarded[3])
            self.emit("}")
            return
        operation, _, rest = text.partition(" ")
        parts, operands = operation.split("."), split_operands(rest.strip())
        handler = getattr(self, "op_" + parts[0], None)
        if handler is None:
            raise Unknown(operation)
        handler(parts, parts[-1], operands)

    def op_ld(self, parts, kind, x):
        self.memory(parts, x)

    def op_st(self, parts, kind, x):
        self.memory(parts, x)

    def op_bar(self, parts, kind, x):
        self.barrier(parts, x)

    def op_barrier(self, parts, kind, x):
        self.barrier(parts, x)

    def op_shfl(self, parts, kind, x):
        self.shuffle(parts, x)

    def op_bra(self, parts, kind, x):
        self.emit(f"goto {self.label(x[0])};")

    def op_call(self, parts, kind, x):
        # Only the reduction of huge angles, which no kernel reaches.
        self.emit(f'emu_fault(C, 0, 0, 0, "a call of {x[1] if len(x) > 1 else x[0]}");')

    def op_ret(self, parts, kind, x):
        self.emit("return EMU_DONE;")

    op_exit = op_ret

    def op_cvta(self, parts, kind, x):
        if "global" not in parts and "local" not in parts:  # both are what they are in C
            raise Unknown(".".join(parts))
        self.write(x[0], "u64", self.read(x[1], "u64"))

    def op_mov(self, parts, kind, x):
        if x[0].startswith("{"):
            targets = split_operands(x[0].strip("{}"))
            bits = SIZE[kind] * 8 // len(targets)
            for i, target in enumerate(targets):
                self.write(target, f"u{bits}", f"{self.read(x[1], kind)} >> {i * bits}")
        elif x[1].startswith("{"):
            sources = split_operands(x[1].strip("{}"))
            bits = SIZE[kind] * 8 // len(sources)
            terms = (f"(({C_TYPE[kind]}){self.read(s, f'u{bits}')} << {i * bits})"
                     for i, s in enumerate(sources))
            self.write(x[0], kind, " | ".join(terms))
        else:
            if is_float(kind):
                kind = "b" + kind[1:]  # the bits of a NaN stay
            self.write(x[0], kind, self.read(x[1], kind))

    def arithmetic(self, parts, kind, x, sign):
        if "cc" in parts:
            raise Unknown(".".join(parts))
        as_bits = kind if is_float(kind) else "u" + kind[1:]  # an overflow wraps
        self.write(x[0], kind, f"{self.read(x[1], as_bits)} {sign} {self.read(x[2], as_bits)}")

    def op_add(self, parts, kind, x):
        self.arithmetic(parts, kind, x, "+")

    def op_sub(self, parts, kind, x):
        self.arithmetic(parts, kind, x, "-")

    def op_mul(self, parts, kind, x):
        if "wide" in parts:
            wide = kind[0] + str(2 * int(kind[1:]))
            self.write(x[0], wide, f"({C_TYPE[wide]}){self.read(x[1], kind)} * "
                                   f"({C_TYPE[wide]}){self.read(x[2], kind)}")
        elif "hi" in parts:
            big = WIDER[kind]
            self.write(x[0], kind, f"(({big}){self.read(x[1], kind)} * ({big}){self.read(x[2], kind)})"
                                   f" >> {kind[1:]}")
        else:
            self.arithmetic(parts, kind, x, "*")

    def op_mad(self, parts, kind, x):
        if "hi" in parts or "cc" in parts:
            raise Unknown(".".join(parts))
        if "wide" in parts:
            wide = kind[0] + str(2 * int(kind[1:]))
            self.write(x[0], wide, f"(u64)(({C_TYPE[wide]}){self.read(x[1], kind)} * "
                                   f"({C_TYPE[wide]}){self.read(x[2], kind)}) + "
                                   f"{self.read(x[3], 'u' + wide[1:])}")
        else:
            bits = "u" + kind[1:]
            self.write(x[0], kind, f"{self.read(x[1], bits)} * {self.read(x[2], bits)} + "
                                   f"{self.read(x[3], bits)}")

    def op_fma(self, parts, kind, x):
        function = "__builtin_fmaf" if kind == "f32" else "__builtin_fma"
        self.write(x[0], kind, f"{function}({', '.join(self.read(s, kind) for s in x[1:])})")

    def op_div(self, parts, kind, x):
        self.write(x[0], kind, f"{self.read(x[1], kind)} / {self.read(x[2], kind)}")

    def op_rem(self, parts, kind, x):
        self.write(x[0], kind, f"{self.read(x[1], kind)} % {self.read(x[2], kind)}")

    # The approximate ones are exact here, up to the rounding of C.
    def function(self, kind, x, name, before=""):
        suffix = "f" if kind == "f32" else ""
        self.write(x[0], kind, f"{before}__builtin_{name}{suffix}({self.read(x[1], kind)})")

    def op_rcp(self, parts, kind, x):
        self.write(x[0], kind, f"1 / {self.read(x[1], kind)}")

    def op_sqrt(self, parts, kind, x):
        self.function(kind, x, "sqrt")

    def op_rsqrt(self, parts, kind, x):
        self.function(kind, x, "sqrt", "1 / ")

    def op_ex2(self, parts, kind, x):
        self.function(kind, x, "exp2")

    def op_lg2(self, parts, kind, x):
        self.function(kind, x, "log2")

    def op_sin(self, parts, kind, x):
        self.function(kind, x, "sin")

    def op_cos(self, parts, kind, x):
        self.function(kind, x, "cos")

    def op_tanh(self, parts, kind, x):
        self.function(kind, x, "tanh")

    def extreme(self, kind, x, name, sign):
        a, b = self.read(x[1], kind), self.read(x[2], kind)
        if is_float(kind):
            self.write(x[0], kind, f"__builtin_f{name}{'f' if kind == 'f32' else ''}({a}, {b})")
        else:
            self.write(x[0], kind, f"{a} {sign} {b} ? {a} : {b}")

    def op_min(self, parts, kind, x):
        self.extreme(kind, x, "min", "<")

    def op_max(self, parts, kind, x):
        self.extreme(kind, x, "max", ">")

    def op_abs(self, parts, kind, x):
        if is_float(kind):
            self.function(kind, x, "fabs")
        else:
            a = self.read(x[1], kind)
            self.write(x[0], kind, f"{a} < 0 ? -{a} : {a}")

    def op_neg(self, parts, kind, x):
        self.write(x[0], kind, f"-{self.read(x[1], kind)}")

    def op_copysign(self, parts, kind, x):
        suffix = "f" if kind == "f32" else ""
        self.write(x[0], kind,
                   f"__builtin_copysign{suffix}({self.read(x[2], kind)}, {self.read(x[1], kind)})")

    def op_and(self, parts, kind, x):
        self.write(x[0], kind, f"{self.read(x[1], kind)} & {self.read(x[2], kind)}")

    def op_or(self, parts, kind, x):
        self.write(x[0], kind, f"{self.read(x[1], kind)} | {self.read(x[2], kind)}")

    def op_xor(self, parts, kind, x):
        self.write(x[0], kind, f"{self.read(x[1], kind)} ^ {self.read(x[2], kind)}")

    def op_not(self, parts, kind, x):
        self.write(x[0], kind, f"{'!' if kind == 'pred' else '~'}{self.read(x[1], kind)}")

    def op_shl(self, parts, kind, x):
        bits, by = SIZE[kind] * 8, self.read(x[2], "u32")
        self.write(x[0], kind, f"{by} >= {bits} ? 0 : {self.read(x[1], kind)} << ({by} & {bits - 1})")

    def op_shr(self, parts, kind, x):
        bits, by, value = SIZE[kind] * 8, self.read(x[2], "u32"), self.read(x[1], kind)
        beyond = f"({value} < 0 ? -1 : 0)" if kind[0] == "s" else "0"
        self.write(x[0], kind, f"{by} >= {bits} ? {beyond} : {value} >> ({by} & {bits - 1})")

    def op_shf(self, parts, kind, x):
        if "wrap" not in parts:
            raise Unknown(".".join(parts))
        low, high, by = (self.read(s, "u32") for s in x[1:4])
        both = f"(((u64){high} << 32) | {low})"
        self.write(x[0], "u32", f"({both} >> ({by} & 31))" if parts[1] == "r"
                   else f"(({both} << ({by} & 31)) >> 32)")

    def op_bfi(self, parts, kind, x):
        self.write(x[0], kind, f"bfi{kind[1:]}({self.read(x[1], kind)}, {self.read(x[2], kind)}, "
                               f"{self.read(x[3], 'u32')}, {self.read(x[4], 'u32')})")

    def op_bfe(self, parts, kind, x):
        if kind[0] != "u":
            raise Unknown(".".join(parts))
        self.write(x[0], kind, f"bfe({self.read(x[1], kind)}, {self.read(x[2], 'u32')}, "
                               f"{self.read(x[3], 'u32')})")

    def op_prmt(self, parts, kind, x):
        if len(parts) != 2:
            raise Unknown(".".join(parts))
        self.write(x[0], "u32", f"prmt({', '.join(self.read(s, 'u32') for s in x[1:4])})")

    def op_lop3(self, parts, kind, x):
        a, b, c = (self.read(s, "u32") for s in x[1:4])
        terms = []
        for i in range(8):
            if int(x[4], 0) >> i & 1:
                chosen = ((v if i >> j & 1 else "~" + v) for v, j in ((a, 2), (b, 1), (c, 0)))
                terms.append("(" + " & ".join(chosen) + ")")
        self.write(x[0], "u32", " | ".join(terms) or "0")

    def op_selp(self, parts, kind, x):
        if is_float(kind):
            kind = "b" + kind[1:]
        self.write(x[0], kind, f"{self.read(x[3], 'pred')} ? {self.read(x[1], kind)} : "
                               f"{self.read(x[2], kind)}")

    def op_setp(self, parts, kind, x):
        how, a, b = parts[1], self.read(x[1], kind), self.read(x[2], kind)
        if is_float(kind):
            unordered = f"(__builtin_isunordered({a}, {b}))"
            if how == "nan":
                result = unordered
            elif how == "num":
                result = "!" + unordered
            elif how in COMPARE:
                result = f"(!{unordered} && {a} {COMPARE[how]} {b})"
            else:  # the unordered forms: equ, ltu, ...
                result = f"({unordered} || {a} {COMPARE[how[:-1]]} {b})"
        else:
            result = f"({a} {COMPARE[how]} {b})"
        combine = {"and": "&", "or": "|", "xor": "^"}
        for part in parts[2:-1]:
            if part in combine:
                result = f"{result} {combine[part]} {self.read(x[3], 'pred')}"
            elif part != "ftz":
                raise Unknown(".".join(parts))
        self.write(x[0], "pred", result)

    def op_cvt(self, parts, kind, x):
        to, source, how = parts[-2], parts[-1], parts[1:-2]
        value = self.read(x[1], source)
        rounding = next((ROUND[h] for h in how if h in ROUND), None)
        if "sat" in how:
            raise Unknown(".".join(parts))
        if is_float(to):
            if rounding and is_float(source):
                value = f"__builtin_{rounding}{'f' if source == 'f32' else ''}({value})"
            self.write(x[0], to, f"({'float' if to == 'f32' else 'double'})({value})")
        elif is_float(source):
            self.write(x[0], to, f"to_{to}(__builtin_{rounding}((double){value}))")
        else:
            self.write(x[0], to, value)

    def op_popc(self, parts, kind, x):
        self.write(x[0], "u32", f"__builtin_popcountll({self.read(x[1], kind)})")

    def op_clz(self, parts, kind, x):
        self.write(x[0], "u32", f"clz{kind[1:]}({self.read(x[1], kind)})")
