#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An upper bound of the stack below each call of the library, from the image alone: the deepest path of its call graph.

usage: static_stack.py [--su DIRECTORY] [--prefix arm-none-eabi-] [--root FUNCTION]... IMAGE.elf

The depth of SP at every instruction follows from the disassembly; the frames must be those that gcc wrote to its .su
files (--su, -fstack-usage). Calls through pointers are those listed in calls.txt. An assembly routine of the library
says its frame in a comment `stack: NAME BYTES`. Anything that cannot be bounded is an error: recursion, an unlisted
call, an unknown change of SP.
"""
import argparse
import bisect
import pathlib
import re
import subprocess
import sys
from collections import namedtuple
from functools import cache

import disassembly as dis
from elf import ROOT, Elf, read_map

VERIFY_CALLS = ("ksig_verify_open", "ksig_verify_feed", "ksig_verify_close")
KEYGEN_CALLS = ("ksig_keygen_open", "ksig_keygen_step", "ksig_keygen_take", "ksig_keygen_close")
SIGN_CALLS = ("ksig_sign_open", "ksig_sign_feed", "ksig_sign_step", "ksig_sign_take", "ksig_sign_close")
CHAIN_CALLS = ("ksig_x509_open", "ksig_x509_feed", "ksig_x509_close")

Call = namedtuple("Call", "depth targets")  # depth of SP below the entry of the calling function
Function = namedtuple("Function", "name frame calls")
Bound = namedtuple("Bound", "bytes path")  # path: (function, bytes down to its call or to its deepest)


class StackError(Exception):
    """The stack cannot be bounded; says where and why."""


def plain_name(name):
    """Without what gcc adds to the names of copies: next.part.0, advance.constprop.1."""
    return re.sub(r"(\.(part|isra|constprop|cold|lto_priv)(\.\d+)?)+$", "", name)


def copy_name(name):
    """Without the number of a copy, which gcc does not always write to .su: f.isra.0, f.isra."""
    return re.sub(r"\.\d+$", "", name)


def read_calls(path):
    """({object: members}, {function: targets}) of calls.txt."""
    tables, calls = {}, {}
    for line in path.read_text().splitlines():
        fields = line.split()
        if fields and not line.startswith("#"):
            {"table": tables, "calls": calls}[fields[0]][fields[1]] = fields[2:]
    return tables, calls


@cache
def annotations(folder):
    """{routine: frames of its variants} of the comments in the assembly files of src/ and research/."""
    found = {}
    for path in sorted(path for room in ("src", "research") for path in (folder / room).rglob("*.[sS]")):
        for match in re.finditer(r"\bstack: (\w+) (\d+)\b", path.read_text()):
            found.setdefault(match[1], set()).add(int(match[2]))
    return found


@cache
def stack_usage(folder):
    """{(source file, function): frames} of all .su files, several for copies; None where gcc knows no bound."""
    usage = {}
    for path in sorted(folder.rglob("*.su")):
        for line in path.read_text().splitlines():
            place, size, kind = line.split("\t")
            source, _, _, name = place.rsplit(":", 3)
            # What a header defines is in every object file, and a copy's line numbers may name the including file.
            source = "" if source.endswith(".h") else str(pathlib.Path(source).resolve())
            usage.setdefault((source, copy_name(name)), set()).add(int(size) if kind == "static" else None)
    return usage


class Image:
    """The call graph of an image."""

    def __init__(self, path, prefix, calls=ROOT / "bench/calls.txt"):
        self.path, self.prefix = str(path), prefix
        self.elf = Elf(self.path)
        self.code = dis.disassemble(self.path, prefix, self.elf.is_arm)
        self.order = sorted(self.code)
        self.symbols = self.elf.functions()
        self.sections = read_map(self.elf)
        self.tables, self.calls = read_calls(calls)
        self.functions, self.bounds = {}, {}

    def fail(self, symbol, address, what):
        text = self.code[address].text if address in self.code else ""
        raise StackError(f"{self.path}: {symbol.name}, {address:#x}: {text}: {what}")

    def is_library(self, address):
        """Whether an address lies in a section that came out of the library."""
        return any(section.address <= address < section.address + section.size and section.is_library
                   for section in self.sections)

    def listed_targets(self, symbol):
        """The functions that calls.txt has for calls through pointers, as far as this image has them."""
        targets = set()
        for name in self.calls.get(plain_name(symbol.name), ()):
            if not name.startswith("."):
                if name in self.elf.by_name:
                    targets.add(self.elf.by_name[name].address & ~1)
                continue
            for table, members in self.tables.items():
                if table in self.elf.by_name and name[1:] in members:
                    targets.add(self.elf.words(self.elf.by_name[table])[members.index(name[1:])] & ~self.elf.is_arm)
        return targets

    def has_null_pointers(self, symbol):
        """Whether calls.txt has members of tables only, and none of those that have them is in this image: then the
        pointer is null where it is tested, and the call is not made."""
        names = self.calls.get(plain_name(symbol.name), ())
        return bool(names) and all(
            name.startswith(".") and any(name[1:] in members for members in self.tables.values())
            and not any(name[1:] in members and table in self.elf.by_name for table, members in self.tables.items())
            for name in names)

    def pointer_targets(self, symbol, address):
        """The functions that a call through a pointer may reach."""
        targets = self.listed_targets(symbol)
        if not targets and not self.has_null_pointers(symbol):
            self.fail(symbol, address, "a call through a pointer that calls.txt does not list")
        return targets

    def body(self, symbol):
        """Addresses of a function's instructions; one without a size ends where the next symbol begins."""
        end = symbol.address + symbol.size
        if symbol.size == 0:
            end = min((address for address in self.symbols if address > symbol.address), default=self.order[-1] + 1)
        return self.order[bisect.bisect_left(self.order, symbol.address):bisect.bisect_left(self.order, end)]

    def walk(self, symbol):
        """The Function of a symbol: follows SP along every path through it."""
        body = self.body(symbol)
        following = dict(zip(body, body[1:]))
        inside = set(body)
        depths, calls, tables, switches = {}, [], set(), False
        listed = plain_name(symbol.name) in self.calls
        todo = [(symbol.address, 0)]
        while True:
            while todo:
                address, depth = todo.pop()
                if address in depths:
                    if depths[address] != depth:
                        self.fail(symbol, address, f"reached with SP at {depths[address]} and at {depth}")
                    continue
                if address not in inside:
                    self.fail(symbol, address, "control runs out of the function")
                depths[address] = depth
                if depth < 0:
                    self.fail(symbol, address, "pops more than was pushed")
                todo += self.step(symbol, address, depth, following, inside, calls, tables, listed)
            # What no branch reaches is reached through a table of addresses, at the depth where that is used.
            unreached = next((at for at in body if at not in depths and not self.code[at].is_padding), None)
            if unreached is None:
                break
            if not tables and not self.elf.is_arm:  # one of what looked like tail calls is a switch
                tables = {depths[at] for at in depths if self.code[at].kind == dis.JUMP_POINTER}
            if len(tables) != 1:
                self.fail(symbol, unreached, f"reached by no branch, and there are tables at depths {sorted(tables)}")
            todo.append((unreached, *tables))
            switches = True
        # Where a jump through a register may be a switch or a tail call (RISC-V), it is a switch only if it has cases.
        jumps = [at for at in depths if self.code[at].kind == dis.JUMP_POINTER]
        if jumps and not listed and (self.elf.is_arm or len(jumps) > 1 or not switches):
            self.fail(symbol, jumps[0], "a tail call through a pointer that calls.txt does not list")
        deepest = max(depth + max(0, self.code[at].push) for at, depth in depths.items())
        return Function(symbol.name, deepest, calls)

    def step(self, symbol, address, depth, following, inside, calls, tables, listed):
        """What follows an instruction: (address, depth) of each continuation; notes calls and tables."""
        instruction = self.code[address]
        kind, target = instruction.kind, instruction.target
        if kind == dis.UNKNOWN:
            self.fail(symbol, address, "changes SP or the flow in an unknown way")
        after = depth + instruction.push
        continuations = []
        if kind in (dis.BRANCH, dis.JUMP, dis.CALL):
            # ARMv6-M reaches far labels of its own function by BL.
            within = target in inside and (target != symbol.address or kind != dis.CALL)
            if within:
                continuations.append((target, after))
                if kind == dis.CALL:
                    return continuations
            elif target in self.symbols:
                calls.append(Call(depth, {target}))
                if "gnu_thumb1_case" in self.symbols[target].name:
                    tables.add(depth)  # the helper continues through the table after the call
                    return []
            else:
                self.fail(symbol, address, "goes to no function")
        elif kind == dis.CALL_POINTER:
            calls.append(Call(depth, self.pointer_targets(symbol, address)))
        elif kind == dis.JUMP_POINTER:
            # A tail call in a function that is listed, else a switch; walk() fails if there is doubt. On RISC-V a
            # listed function may have both: a tail call has given back its frame, and has somewhere to go in this
            # image.
            if listed and (self.elf.is_arm or depth == 0 and self.listed_targets(symbol)):
                calls.append(Call(depth, self.pointer_targets(symbol, address)))
            else:
                tables.add(depth)
        elif kind == dis.TABLE:
            tables.add(depth)
        if kind not in dis.ENDS_FLOW:
            if address not in following:
                self.fail(symbol, address, "control runs out of the function")
            continuations.append((following[address], after))
        return continuations

    def function(self, address):
        if address not in self.functions:
            self.functions[address] = self.walk(self.symbols[address])
        return self.functions[address]

    def bound(self, address, above=()):
        """The deepest path from the entry of a function on."""
        if address in self.bounds:
            return self.bounds[address]
        function = self.function(address)
        if address in above:
            names = [self.symbols[at].name for at in above[above.index(address):]]
            raise StackError(f"{self.path}: recursion: {' -> '.join([*names, function.name])}")
        deepest = Bound(function.frame, [(function.name, function.frame)])
        for call in function.calls:
            for target in sorted(call.targets):
                below = self.bound(target, (*above, address))
                if call.depth + below.bytes > deepest.bytes:
                    deepest = Bound(call.depth + below.bytes, [(function.name, call.depth), *below.path])
        self.bounds[address] = deepest
        return deepest

    def root(self, name):
        if name not in self.elf.by_name:
            raise StackError(f"{self.path}: has no function {name}")
        return self.bound(self.elf.by_name[name].address)

    def sources(self, addresses):
        """{address: source file} by the debugging information; an inlined function counts for its caller."""
        output = subprocess.run([self.prefix + "addr2line", "-a", "-i", "-e", self.path, *map(hex, addresses)],
                                check=True, stdout=subprocess.PIPE, text=True).stdout
        found = {}
        for line in output.splitlines():
            if line.startswith("0x"):
                address = int(line, 16)
            else:
                found[address] = str(pathlib.Path(line.rsplit(":", 1)[0]).resolve())
        # addr2line of binutils 2.40 may miss the function after an assembly file's, if asked for others before.
        for address in found if len(addresses) > 1 else ():
            if found[address].endswith("??"):
                found.update(self.sources([address]))
        return found

    def pretend(self, address):
        """What gcc leaves out of its .su files: room for the rest of a structure that came partly in registers, made by
        a subtraction from SP before the registers are pushed."""
        head = [self.code[at] for at in self.body(self.symbols[address])[:2]]
        is_room = (len(head) == 2 and re.match(r"sub\S*\s+sp, ", head[0].text)
                   and re.match(r"push|stmdb", head[1].text))
        return head[0].push if is_room else 0

    def check_frames(self, su):
        """Compares the frames found with gcc's; every function of the library must be in a .su file or annotated."""
        usage, annotated = stack_usage(su), annotations(ROOT)
        library = [address for address in self.functions if self.is_library(address)]
        # Assembly last: binutils 2.40's addr2line knows nothing of the address that follows one of an assembly file.
        sources = self.sources(sorted(library, key=lambda at: copy_name(self.functions[at].name) in annotated))
        for address in library:
            function = self.functions[address]
            name = copy_name(function.name)
            # gcc gives equal functions one body, and writes it to .su under one of their names.
            names = [name, *(copy_name(symbol.name) for symbol in self.elf.symbols
                             if symbol.address & ~1 == address & ~1)]
            expected = next(filter(None, (usage.get((sources[address], each)) or usage.get(("", each))
                                          or annotated.get(each) for each in names)), None)
            if not expected:
                raise StackError(f"{self.path}: {name}: in no .su file and without a comment `stack: {name} BYTES`")
            if not expected & {function.frame, function.frame - self.pretend(address)}:
                raise StackError(f"{self.path}: {name}: {function.frame} bytes by its instructions, but by gcc or its "
                                 f"comment {expected}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--su", type=pathlib.Path, help="directory of the library's .su files")
    parser.add_argument("--prefix", default="arm-none-eabi-", help="of objdump and addr2line")
    parser.add_argument("--root", action="append", help="function to bound; default: open, feed and close")
    parser.add_argument("image", type=pathlib.Path)
    args = parser.parse_args()
    try:
        image = Image(args.image, args.prefix)
        for name in args.root or VERIFY_CALLS:
            bound = image.root(name)
            print(f"{name}: {bound.bytes} bytes")
            for function, depth in bound.path:
                print(f"{depth:6}  {function}")
        if args.su:
            image.check_frames(args.su)
    except StackError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
