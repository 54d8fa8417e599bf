"""Reading a GGUF file and turning its blocks into numbers. Needs numpy only."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

# The scalar kinds of metadata values, by the number the format gives them. 8 is text, 9 an array.
SCALARS = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d",
}
TEXT, ARRAY = 8, 9

# Storage types met here: name, values per block, bytes per block.
STORAGE = {0: ("F32", 1, 4), 3: ("Q4_1", 32, 20), 8: ("Q8_0", 32, 34)}


class MirrorError(Exception):
    """Something the user can be told in one line."""


@dataclass(frozen=True)
class Tensor:
    name: str
    kind: str
    shape: tuple[int, ...]  # row-major: the last axis is the one stored contiguously
    start: int  # absolute offset of the first block
    size: int  # bytes


class GgufFile:
    """Metadata and tensor table of a GGUF held in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self.meta: dict[str, object] = {}
        self.tensors: dict[str, Tensor] = {}
        try:
            self._read()
        except (struct.error, IndexError, UnicodeDecodeError) as error:
            raise MirrorError(f"the GGUF file is damaged or cut short ({error})") from error

    def _take(self, layout: str):
        (value,) = struct.unpack_from(layout, self._data, self._at)
        self._at += struct.calcsize(layout)
        return value

    def _text(self) -> str:
        length = self._take("<Q")
        raw = self._data[self._at : self._at + length]
        if len(raw) != length:
            raise IndexError("text runs past the end")
        self._at += length
        return raw.decode("utf-8")

    def _value(self, kind: int):
        if kind == TEXT:
            return self._text()
        if kind == ARRAY:
            inner = self._take("<I")
            count = self._take("<Q")
            return [self._value(inner) for _ in range(count)]
        if kind not in SCALARS:
            raise MirrorError(f"unknown metadata type {kind} in the GGUF file")
        value = self._take(SCALARS[kind])
        # A float32 such as 1e-5 must come out as 1e-05, not as its float64 expansion.
        return float(str(np.float32(value))) if kind == 6 else value

    def _read(self) -> None:
        if self._data[:4] != b"GGUF":
            raise MirrorError("not a GGUF file")
        self._at = 4
        version = self._take("<I")
        if version not in (2, 3):
            raise MirrorError(f"GGUF version {version} is not supported")
        tensor_count = self._take("<Q")
        meta_count = self._take("<Q")
        for _ in range(meta_count):
            key = self._text()
            self.meta[key] = self._value(self._take("<I"))
        table = []
        for _ in range(tensor_count):
            name = self._text()
            axes = [self._take("<Q") for _ in range(self._take("<I"))]
            table.append((name, tuple(reversed(axes)), self._take("<I"), self._take("<Q")))
        step = int(self.meta.get("general.alignment", 32))
        base = -(-self._at // step) * step
        for name, shape, code, offset in table:
            if code not in STORAGE:
                raise MirrorError(f"tensor {name} has storage type {code}, which is not supported")
            kind, per_block, block_bytes = STORAGE[code]
            count = int(np.prod(shape))
            if shape[-1] % per_block:
                raise MirrorError(f"tensor {name}: rows of {shape[-1]} do not fill {kind} blocks")
            size = count // per_block * block_bytes
            if base + offset + size > len(self._data):
                raise MirrorError(f"tensor {name} runs past the end of the GGUF file")
            self.tensors[name] = Tensor(name, kind, shape, base + offset, size)

    def raw(self, tensor: Tensor) -> memoryview:
        return memoryview(self._data)[tensor.start : tensor.start + tensor.size]

    def values(self, tensor: Tensor) -> np.ndarray:
        return dequantise(tensor.kind, self.raw(tensor)).reshape(tensor.shape)


def dequantise(kind: str, raw) -> np.ndarray:
    """Blocks to float32, in storage order.

    scale * q is exact in float32 (11 bits times at most 8), so only the addition in Q4_1 rounds and
    the result is the same whether or not a machine fuses the two steps.
    """
    if kind == "F32":
        return np.frombuffer(raw, dtype="<f4").astype(np.float32)
    if kind == "Q8_0":
        blocks = np.frombuffer(raw, dtype=np.dtype([("scale", "<f2"), ("q", "i1", (32,))]))
        return (blocks["scale"].astype(np.float32)[:, None] * blocks["q"].astype(np.float32)).reshape(-1)
    if kind == "Q4_1":
        blocks = np.frombuffer(raw, dtype=np.dtype([("scale", "<f2"), ("low", "<f2"), ("q", "u1", (16,))]))
        # One byte holds value i in its lower half and value i + 16 in its upper half.
        q = np.concatenate([blocks["q"] & 15, blocks["q"] >> 4], axis=1).astype(np.float32)
        scale = blocks["scale"].astype(np.float32)[:, None]
        low = blocks["low"].astype(np.float32)[:, None]
        return (scale * q + low).reshape(-1)
    raise MirrorError(f"storage type {kind} is not supported")


def to_bfloat16(values: np.ndarray) -> np.ndarray:
    """float32 to the upper 16 bits, rounded to nearest, ties to even. Refuses what is not finite."""
    if not np.isfinite(values).all():
        raise MirrorError("a weight is not finite")
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    # Adding 0x7FFF carries everything above half; the lowest kept bit decides a tie.
    kept = ((bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)).astype("<u2")
    if ((kept & 0x7F80) == 0x7F80).any():
        raise MirrorError("a weight is too large for bfloat16")
    return kept


def from_bfloat16(kept: np.ndarray) -> np.ndarray:
    return (kept.astype(np.uint32) << np.uint32(16)).view(np.float32)


def undo_rotary_order(rows: np.ndarray, heads: int) -> np.ndarray:
    """llama.cpp stores the rows of q and k so that the two halves of a rotated pair are neighbours.

    Row (head, i, half) of the GGUF is row (head, half, i) of the original. Queries and keys have
    different head counts, so each is undone with its own.
    """
    if rows.shape[0] % (2 * heads):
        raise MirrorError(f"{rows.shape[0]} rows do not divide into {heads} heads of even width")
    paired = rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:])
    return np.ascontiguousarray(paired.swapaxes(1, 2)).reshape(rows.shape)
