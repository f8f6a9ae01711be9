"""The operands of PTX instructions as C. Registers hold bits; an instruction reads them as its type says."""

import re

C_TYPE = {
    "u8": "u8", "s8": "s8", "b8": "u8", "u16": "u16", "s16": "s16", "b16": "u16", "u32": "u32",
    "s32": "s32", "b32": "u32", "u64": "u64", "s64": "s64", "b64": "u64", "pred": "u32",
}
SIZE = {name: int(name[1:]) // 8 for name in C_TYPE if name != "pred"} | {"f32": 4, "f64": 8}
SPECIAL = {
    f"%{name}.{axis}": f"C->{name}[{i}]"
    for name in ("tid", "ntid", "ctaid", "nctaid") for i, axis in enumerate("xyz")
}


class Unknown(Exception):
    """Something that no kernel has needed so far. To guess would be worse than to stop."""


def is_float(kind):
    return kind in ("f32", "f64")


def split_operands(text):
    """At the commas outside of brackets."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += (character in "{[(") - (character in "}])")
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return parts + [current.strip()] if current.strip() else parts


class Operands:
    """Reads and writes what an instruction names. A subclass says where registers and symbols are:
    name(register), symbol(name, type) and emit(line)."""

    def read(self, operand, kind):
        if kind == "pred":
            if operand.startswith("!"):
                return f"(!{self.name(operand[1:])})"
            return self.name(operand) if operand[0] == "%" else operand
        if operand in SPECIAL:
            return f"(({C_TYPE[kind]}){SPECIAL[operand]})"
        if operand == "%laneid":
            return "(C->tid[0] & 31)"
        if operand[0] == "%":
            register = self.name(operand)
            return f"F{kind[1:]}({register})" if is_float(kind) else f"(({C_TYPE[kind]}){register})"
        bits = re.fullmatch(r"0[fd]([0-9A-Fa-f]{8}|[0-9A-Fa-f]{16})", operand)
        if bits:
            number = f"0x{bits[1]}ull"
            return f"F{kind[1:]}({number})" if is_float(kind) else f"(({C_TYPE[kind]}){number})"
        if re.fullmatch(r"-?\d+|-?0x[0-9a-fA-F]+", operand):
            if is_float(kind):
                raise Unknown("an integer as a float: " + operand)
            return f"(({C_TYPE[kind]}){int(operand, 0) & (2**64 - 1)}ull)"
        return self.symbol(operand, kind)

    def write(self, target, kind, expression):
        if target == "_":
            return
        if is_float(kind):
            expression = f"B{kind[1:]}({expression})"
        elif kind != "pred":
            expression = f"({C_TYPE[kind]})({expression})"
        self.emit(f"{self.name(target)} = {expression};")
