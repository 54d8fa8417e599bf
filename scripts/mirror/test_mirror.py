"""Tests of the conversion on hand-made data; numpy is all they need.

    python -m unittest discover -s scripts/mirror
"""

from __future__ import annotations

import json
import struct
import tempfile
import unittest
from pathlib import Path

import numpy as np

import mirror
from byte_bpe import ByteBpe, byte_letters, pieces
from gguf_file import (
    GgufFile,
    MirrorError,
    dequantise,
    from_bfloat16,
    to_bfloat16,
    undo_rotary_order,
)


class Dequantisation(unittest.TestCase):
    def test_q4_1_lower_halves_come_first(self):
        packed = bytes((15 - i) << 4 | i for i in range(16))
        values = dequantise("Q4_1", struct.pack("<ee", 0.5, -2.0) + packed)
        expected = [0.5 * i - 2 for i in range(16)] + [0.5 * (15 - i) - 2 for i in range(16)]
        self.assertEqual(values.tolist(), expected)
        self.assertEqual(values.dtype, np.float32)

    def test_q8_0_is_signed(self):
        numbers = [-128, -1, 0, 1, 127, *range(27)]
        values = dequantise("Q8_0", struct.pack("<e32b", 0.25, *numbers))
        self.assertEqual(values.tolist(), [0.25 * number for number in numbers])

    def test_blocks_follow_each_other(self):
        one = struct.pack("<e32b", 1.0, *range(32))
        two = struct.pack("<e32b", 2.0, *range(32))
        self.assertEqual(dequantise("Q8_0", one + two).tolist(), [*range(32), *range(0, 64, 2)])

    def test_f32_passes_through(self):
        self.assertEqual(dequantise("F32", struct.pack("<3f", 1.5, -0.0, 3e-39)).tolist(), [1.5, -0.0, float(np.float32(3e-39))])

    def test_hand_arithmetic_agrees_on_random_blocks(self):
        random = np.random.default_rng(1)
        for kind, size, scales in (("Q4_1", 20, 2), ("Q8_0", 34, 1)):
            for _ in range(50):
                head = random.normal(size=scales).astype("<f2").tobytes()
                raw = head + random.integers(0, 256, size - len(head), dtype=np.uint8).tobytes()
                by_hand = np.array(mirror.block_by_hand(kind, raw), dtype=np.float32)
                np.testing.assert_array_equal(dequantise(kind, raw), by_hand)


class Bfloat16(unittest.TestCase):
    def kept(self, bits: int) -> int:
        return int(to_bfloat16(np.array([bits], dtype=np.uint32).view(np.float32))[0])

    def test_rounds_to_nearest_and_ties_to_even(self):
        self.assertEqual(self.kept(0x3F807FFF), 0x3F80)  # under half: down
        self.assertEqual(self.kept(0x3F808001), 0x3F81)  # over half: up
        self.assertEqual(self.kept(0x3F808000), 0x3F80)  # half, even below
        self.assertEqual(self.kept(0x3F818000), 0x3F82)  # half, odd below
        self.assertEqual(self.kept(0xBF818000), 0xBF82)  # the sign plays no part

    def test_carries_into_the_exponent(self):
        self.assertEqual(self.kept(0x3FFFFFFF), 0x4000)

    def test_keeps_signed_zero_and_small_numbers(self):
        self.assertEqual(self.kept(0x80000000), 0x8000)
        self.assertEqual(self.kept(0x00010000), 0x0001)

    def test_refuses_what_would_not_be_finite(self):
        for value in (np.nan, np.inf, -np.inf, np.finfo(np.float32).max):
            with self.assertRaises(MirrorError):
                to_bfloat16(np.array([value], dtype=np.float32))

    def test_round_trip_of_exact_values(self):
        values = np.array([0.0, 1.0, -1.5, 2.0**-20, 384.0], dtype=np.float32)
        np.testing.assert_array_equal(from_bfloat16(to_bfloat16(values)), values)


class RotaryOrder(unittest.TestCase):
    def test_one_head_of_six(self):
        # Stored: pair 0 (both halves), pair 1, pair 2. Wanted: the three first halves, then the second.
        stored = np.array([[0], [3], [1], [4], [2], [5]])
        self.assertEqual(undo_rotary_order(stored, 1).ravel().tolist(), [0, 1, 2, 3, 4, 5])

    def test_undoes_the_forward_order_for_each_head_count(self):
        for heads, width in ((9, 64), (3, 64), (1, 2)):
            original = np.arange(heads * width * 5).reshape(heads * width, 5)
            # The forward order, row by row, in words other than the inverse's.
            rows = [
                head * width + half * (width // 2) + pair
                for head in range(heads)
                for pair in range(width // 2)
                for half in range(2)
            ]
            np.testing.assert_array_equal(undo_rotary_order(original[rows], heads), original)

    def test_refuses_rows_that_do_not_divide(self):
        with self.assertRaises(MirrorError):
            undo_rotary_order(np.zeros((9, 2)), 3)


def tiny_gguf(damage: int = 0) -> bytes:
    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value.encode())) + value.encode()

    out = b"GGUF" + struct.pack("<IQQ", 3, 2, 3)
    out += text("small") + struct.pack("<If", 6, 1e-5)
    out += text("list") + struct.pack("<IIQ", 9, 8, 2) + text("ä") + text("b")
    out += text("flag") + struct.pack("<I?", 7, True)
    out += text("a") + struct.pack("<IQQIQ", 2, 32, 2, 8, 0)
    out += text("b") + struct.pack("<IQIQ", 1, 3, 0, 96)
    out += b"\0" * (-len(out) % 32)
    out += struct.pack("<e32b", 1.0, *range(32)) + struct.pack("<e32b", 2.0, *range(32)) + b"\0" * 28
    out += struct.pack("<3f", 1, 2, 3)
    return out[: len(out) - damage]


class Gguf(unittest.TestCase):
    def test_reads_metadata_and_tensors(self):
        gguf = GgufFile(tiny_gguf())
        self.assertEqual(gguf.meta, {"small": 1e-05, "list": ["ä", "b"], "flag": True})
        self.assertEqual(gguf.tensors["a"].shape, (2, 32))
        self.assertEqual(gguf.values(gguf.tensors["a"])[1].tolist(), [2 * i for i in range(32)])
        self.assertEqual(gguf.values(gguf.tensors["b"]).tolist(), [1, 2, 3])

    def test_says_when_it_is_cut_short_or_something_else(self):
        whole = tiny_gguf()
        for data in (tiny_gguf(damage=1), whole[:100], whole[:20], b"PK\3\4", b""):
            with self.assertRaises(MirrorError):
                GgufFile(data)


class Safetensors(unittest.TestCase):
    def test_offsets_address_the_data_in_the_file(self):
        tensors = [("x", (2, 3)), ("yy", (5,))]
        header = mirror.safetensors_header(tensors)
        self.assertEqual(len(header) % 8, 0)
        data = np.arange(11, dtype="<u2").tobytes()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.safetensors"
            path.write_bytes(header + data)
            table, start = mirror.read_safetensors_header(path)
            self.assertEqual(start, len(header))
            begin, end = table["yy"]["data_offsets"]
            raw = path.read_bytes()[start + begin : start + end]
            self.assertEqual(np.frombuffer(raw, dtype="<u2").tolist(), [6, 7, 8, 9, 10])
            for wrong in (header + data[:-1], header + data + b"\0"):
                path.write_bytes(wrong)
                with self.assertRaises(MirrorError):
                    mirror.read_safetensors_header(path)


class Names(unittest.TestCase):
    def test_hub_names(self):
        self.assertEqual(mirror.hub_name("blk.12.attn_q.weight"), "model.layers.12.self_attn.q_proj.weight")
        self.assertEqual(mirror.hub_name("token_embd.weight"), "model.embed_tokens.weight")
        for unknown in ("blk.0.attn_q.bias", "blk.0.other.weight", "rope_freqs.weight"):
            with self.assertRaises(MirrorError):
                mirror.hub_name(unknown)


class Bpe(unittest.TestCase):
    def test_every_byte_has_its_own_letter(self):
        self.assertEqual(len(set(byte_letters().values())), 256)
        self.assertEqual(byte_letters()[ord(" ")], "Ġ")

    def test_pieces(self):
        self.assertEqual(pieces("it's  12 a"), ["it", "'s", "  ", "1", "2", " a"])
        self.assertEqual(pieces("a  b\n\n c"), ["a", " ", " b", "\n\n", " c"])
        self.assertEqual(pieces("x²½Ⅷ!?"), ["x", "²", "½", "Ⅷ", "!?"])

    def test_merges_by_rank_and_knows_special_tokens(self):
        bpe = ByteBpe(
            {
                "added_tokens": [{"id": 0, "content": "<s>"}],
                "model": {
                    "vocab": {"<s>": 0, "a": 1, "b": 2, "c": 3, "bc": 4, "ab": 5, "abc": 6},
                    "merges": ["b c", "a b", "ab c"],
                },
            }
        )
        self.assertEqual(bpe.encode("abc<s>ab"), [1, 4, 0, 5])
        self.assertEqual(bpe.encode("azb"), [5])  # z has no token and vanishes before the merging


class Expectations(unittest.TestCase):
    def test_expected_file_is_complete(self):
        expected = json.loads(mirror.EXPECTED.read_text(encoding="utf-8"))
        check = expected["selfCheck"]
        self.assertEqual(len(check["candidateIds"]), len(check["logprobsNats"]))
        self.assertTrue(all(value < 0 for value in check["logprobsNats"]))
        self.assertIn(mirror.CARD, expected["files"])
        self.assertTrue(all(len(value) == 64 for value in expected["files"].values()))


if __name__ == "__main__":
    unittest.main()
