"""Makes the tiny random checkpoints under tests/fixtures/tiny/.

They stand in for real checkpoints wherever only the arithmetic matters: between them they turn every
architecture switch of the lab graph at least once (see `SPECS`), yet each folder stays under 300 kB.
The files have the layout and the classical config keys of hub checkpoints (`rope_theta`, `rope_scaling`,
`torch_dtype`), not the names that transformers 5 writes itself, because those are what the lab will meet.

    python oracle/tiny_checkpoints.py [name ...]

Rerunning gives the same bytes: weights come from numpy's PCG64 with a seed per checkpoint, the tokenizer
from a fixed text.
"""

import itertools
import json
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

FIXTURES = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "tiny"

SPECIAL_TOKENS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]

# ChatML without a default system turn: what is not in the messages is not in the prompt.
CHAT_TEMPLATE = (
    "{%- for message in messages -%}"
    "{{- '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' -}}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}"
)

TORCH_DTYPES = {"bfloat16": torch.bfloat16, "float16": torch.float16, "float32": torch.float32}


@dataclass(frozen=True)
class Spec:
    """One tiny checkpoint: what is asked of it, in the words of its config.json."""

    name: str
    model_type: str  # llama, qwen2 or qwen3
    dtype: str  # key of TORCH_DTYPES
    tokenizer_style: str  # "specials-first" (as SmolLM2) or "specials-last" (as Qwen)
    tokenizer_size: int
    vocab_size: int  # rows of the embedding; may exceed the tokenizer's size, as Qwen's does
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn: int
    window: int
    theta: float
    tied: bool
    seed: int  # chosen so that greedy decoding wanders instead of repeating one token
    rope_scaling: dict | None = None
    shards: int = 1


SPECS = [
    Spec(
        name="llama-gqa-tied-bf16", model_type="llama", dtype="bfloat16",
        tokenizer_style="specials-first", tokenizer_size=1000, vocab_size=1000,
        hidden=48, layers=3, heads=6, kv_heads=2, head_dim=8, ffn=64,
        window=4096, theta=10000, tied=True, seed=8,
    ),
    # Multi-head attention, an odd (prime) vocabulary, and all three bands of the llama3 scaling: with these
    # numbers the wavelengths 6.3 / 32 / 167 and more positions are kept / blended / stretched.
    Spec(
        name="llama-rope-scaled-untied-f32-two-shards", model_type="llama", dtype="float32",
        tokenizer_style="specials-last", tokenizer_size=509, vocab_size=509,
        hidden=32, layers=2, heads=2, kv_heads=2, head_dim=16, ffn=40,
        window=2048, theta=500000.0, tied=False, seed=5, shards=2,
        rope_scaling={
            "factor": 32.0,
            "high_freq_factor": 4.0,
            "low_freq_factor": 1.0,
            "original_max_position_embeddings": 64,
            "rope_type": "llama3",
        },
    ),
    Spec(
        name="qwen2-bias-tied-f16", model_type="qwen2", dtype="float16",
        tokenizer_style="specials-last", tokenizer_size=1000, vocab_size=1024,
        hidden=32, layers=2, heads=4, kv_heads=2, head_dim=8, ffn=48,
        window=2048, theta=1000000.0, tied=True, seed=8,
    ),
    Spec(
        name="qwen3-qknorm-untied-bf16", model_type="qwen3", dtype="bfloat16",
        tokenizer_style="specials-last", tokenizer_size=1000, vocab_size=1000,
        hidden=32, layers=2, heads=4, kv_heads=2, head_dim=16, ffn=48,
        window=2048, theta=1000000, tied=False, seed=1,
    ),
]


# ---------------------------------------------------------------- tokenizer

WORDS = """
about above across after again against agree almost already also although always among amount answer anyone apply
approve around arrive attach attend available balance because become before begin behind below between board bring
build busy calendar cannot career change chapter charge check choose class clear client close collect colleague column
comment common company complete confirm consider contain continue correct cost could count course customer daily
deadline decide deliver department describe detail different direct discuss document double draft during early easy
effect either else email employee empty enough enter entry equal even every example except expect explain family fast
february field figure final finish first follow forget form forward found friday from full future general give good
great group grow guess half handle happen hear help here high hold home hour house however idea important include
inform inside instead invalid invite invoice item january join keep kind know large last late later learn leave less
letter level light like limit line list little local long look lose make manage many mark matter maybe mean meet
member memory middle might minute miss monday money month more morning most much must near need never next night
normal note nothing notice number offer office often only open option order other outside over owner page paper part
pass past pay people percent perhaps person phone place plan point possible present press price print private problem
process produce project promise proper provide public question quick quiet quite rather ready real reason receive
recent record refer reject remain remember remove repeat replace reply request require response result retry return
right room round same save schedule search second section seem select send series serve several short should show
side sign simple since single slow small some soon sort sound space speak special spend staff start state step still
store story strong subject such suggest summary support sure table take talk task tell than thank that their them
then there these they thing think third those though three through thursday time title today together tomorrow total
toward track travel true trust try tuesday turn under understand until update upon usual value version very visit wait
walk want watch wednesday week welcome well were what when where which while whole whose wide will window with within
without word work world would write wrong year yesterday yet young your zero
""".split()


def training_lines() -> list[str]:
    """Office and tool-call text, spelled out from small lists, so that common words become tokens."""
    people = ["Dana", "Dario", "Priya", "Tomas", "Ingrid", "Kofi", "Mei", "Olga", "Rafael", "Yusuf"]
    things = ["budget review", "travel plan", "quarterly report", "team lunch", "release notes", "hiring update"]
    files = ["notes.txt", "budget.csv", "agenda.md", "report.txt", "minutes.md"]
    folders = ["projects", "archive", "finance", "shared"]
    days = ["2026-03-04", "2026-05-17", "2026-11-30", "2026-08-21"]
    times = ["09:00", "10:30", "14:15", "16:45"]
    lines = []
    for i, (who, what) in enumerate(itertools.product(people, things)):
        other = people[(i * 3 + 1) % len(people)]
        file, folder = files[i % len(files)], folders[i % len(folders)]
        day, time = days[i % len(days)], times[(i // 2) % len(times)]
        mail = f"{who.lower()}@example.com"
        lines += [
            f"send_message(to='{mail}', subject='{what}', body='Please read {file} before {time}.')",
            f"create_event(title='{what}', date='{day}', time='{time}', attendees=['{who}', '{other}'])",
            f"find_contact(name='{who}')",
            f"read_file(path='/{folder}/{file}')",
            f"write_file(path='/{folder}/{file}', content='{what} with {other}')",
            f"move_file(source='/{folder}/{file}', target='/archive/{file}')",
            f"set_reminder(text='Call {who} about the {what}', date='{day}', time='{time}')",
            f"cancel_event(event_id='evt-{i % 10}{i % 7}')",
            "finish()",
            f"Observation: Error: no contact named '{who}' exists in the address book.",
            f"Observation: Error: the argument 'date' must have the form YYYY-MM-DD, got '{time}'.",
            f"Observation: Error: unknown tool 'send_mail'. Error: missing argument 'subject' for send_message.",
            f"Observation: Message sent to {mail}. Event created on {day} at {time}. Call recorded.",
            f"Observation: Found {who}, {mail}, team {folder}. The file {file} was saved in /{folder}.",
            f"Send {who} a message about the {what}, then set a reminder for {day} at {time}.",
            f"Move the file {file} from {folder} to archive and tell {other} that it is done.",
            "You are an assistant in a small office. Use one tool at a time. Write exactly one call and nothing else.",
            "system user assistant Tools: Rules: name: string, path: string, returns the text of a file.",
        ]
    # Ordinary words four by four, each in two places, so that whole words become tokens too.
    for i in range(len(WORDS)):
        lines.append(" ".join(WORDS[(i * step) % len(WORDS)] for step in (1, 2, 3, 5)))
    return lines


def make_tokenizer(style: str, size: int) -> Tokenizer:
    """A byte-level BPE of exactly `size` ids, in one of two styles seen on the hub.

    specials-first: control tokens are ids 0..2 of the BPE vocabulary, digits stand alone (SmolLM2).
    specials-last:  control tokens are added after the vocabulary, NFC, own split pattern (Qwen, Llama 3).
    """
    tokenizer = Tokenizer(models.BPE())
    if style == "specials-first":
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
    else:
        tokenizer.normalizer = normalizers.NFC()
        # A newline never joins the letters after it, so a candidate encoded alone equals its joint encoding.
        pattern = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+"
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(Regex(pattern), behavior="isolated", invert=False),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(add_prefix_space=False, trim_offsets=False)
    specials = [AddedToken(text, special=True, normalized=False) for text in SPECIAL_TOKENS]
    first = style == "specials-first"
    trainer = trainers.BpeTrainer(
        vocab_size=size if first else size - len(specials),
        special_tokens=specials if first else [],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(training_lines(), trainer)
    tokenizer.add_special_tokens(specials)
    if tokenizer.get_vocab_size() != size:
        raise ValueError(f"the training text yields {tokenizer.get_vocab_size()} tokens, {size} were asked for")
    return tokenizer


def tokenizer_config(tokenizer: Tokenizer, window: int) -> dict:
    """tokenizer_config.json in the hub's layout."""
    return {
        "add_prefix_space": False,
        "added_tokens_decoder": {
            str(tokenizer.token_to_id(text)): {
                "content": text, "lstrip": False, "normalized": False,
                "rstrip": False, "single_word": False, "special": True,
            }
            for text in SPECIAL_TOKENS
        },
        "bos_token": None,
        "chat_template": CHAT_TEMPLATE,
        "clean_up_tokenization_spaces": False,
        "eos_token": "<|im_end|>",
        "model_max_length": window,
        "pad_token": "<|endoftext|>",
        "tokenizer_class": "PreTrainedTokenizerFast",
    }


# ---------------------------------------------------------------- config and weights


def model_config(spec: Spec, tokenizer: Tokenizer) -> dict:
    """config.json with the keys that the hub's files of this model type carry."""
    end_of_turn = tokenizer.token_to_id("<|im_end|>")
    config = {
        "attention_dropout": 0.0,
        "bos_token_id": tokenizer.token_to_id("<|im_start|>"),
        "eos_token_id": end_of_turn,
        "hidden_act": "silu",
        "hidden_size": spec.hidden,
        "initializer_range": 0.02,
        "intermediate_size": spec.ffn,
        "max_position_embeddings": spec.window,
        "model_type": spec.model_type,
        "num_attention_heads": spec.heads,
        "num_hidden_layers": spec.layers,
        "num_key_value_heads": spec.kv_heads,
        "rms_norm_eps": 1e-05 if spec.model_type == "llama" else 1e-06,
        "rope_theta": spec.theta,
        "tie_word_embeddings": spec.tied,
        "torch_dtype": spec.dtype,
        "transformers_version": "4.45.0",
        "use_cache": True,
        "vocab_size": spec.vocab_size,
    }
    if spec.model_type == "llama":
        config |= {
            "architectures": ["LlamaForCausalLM"], "attention_bias": False, "mlp_bias": False,
            "pretraining_tp": 1, "rope_scaling": spec.rope_scaling,
        }
        # SmolLM2 leaves head_dim out, Llama-3.2 writes it.
        config |= {"head_dim": spec.head_dim} if spec.rope_scaling else {"rope_interleaved": False}
    elif spec.model_type == "qwen2":
        # Switched off, but the hub's files carry the numbers all the same.
        config |= {
            "architectures": ["Qwen2ForCausalLM"], "max_window_layers": spec.layers,
            "sliding_window": 32768, "use_sliding_window": False,
        }
    else:
        config |= {
            "architectures": ["Qwen3ForCausalLM"], "attention_bias": False, "head_dim": spec.head_dim,
            "max_window_layers": spec.layers, "rope_scaling": None, "sliding_window": None,
            "use_sliding_window": False,
        }
    return dict(sorted(config.items()))


def make_weights(spec: Spec) -> dict[str, torch.Tensor]:
    """Random weights, in the order of the layers; matrices are [out, in].

    The scales are chosen so that faults show: attention logits spread by about two units (a row really reads
    some few places, so masks, heads and positions matter), each block adds about as much as it receives
    (the token's own embedding does not drown the context), and next-token logits spread by about two nats.
    """
    random = np.random.Generator(np.random.PCG64([spec.seed, zlib.crc32(spec.name.encode())]))

    def normal(scale: float, *shape: int) -> torch.Tensor:
        values = (random.standard_normal(shape) * scale).astype(np.float32)
        return torch.from_numpy(values).to(TORCH_DTYPES[spec.dtype])

    def gain(center: float, *shape: int) -> torch.Tensor:
        values = (center + 0.15 * random.standard_normal(shape)).astype(np.float32)
        return torch.from_numpy(values).to(TORCH_DTYPES[spec.dtype])

    hidden, q_width, kv_width = spec.hidden, spec.heads * spec.head_dim, spec.kv_heads * spec.head_dim
    per_input = hidden**-0.5
    weights = {"model.embed_tokens.weight": normal(1.7 * per_input, spec.vocab_size, hidden)}
    for layer in range(spec.layers):
        at = f"model.layers.{layer}."
        weights[at + "input_layernorm.weight"] = gain(1.0, hidden)
        # Under q/k norm the projections' own scale is divided out, so it must differ from 1 for the norm to show.
        qk = 0.6 if spec.model_type == "qwen3" else 1.25
        weights[at + "self_attn.q_proj.weight"] = normal(qk * per_input, q_width, hidden)
        weights[at + "self_attn.k_proj.weight"] = normal(qk * per_input, kv_width, hidden)
        weights[at + "self_attn.v_proj.weight"] = normal(per_input, kv_width, hidden)
        if spec.model_type == "qwen2":
            weights[at + "self_attn.q_proj.bias"] = normal(0.4, q_width)
            weights[at + "self_attn.k_proj.bias"] = normal(0.4, kv_width)
            weights[at + "self_attn.v_proj.bias"] = normal(0.4, kv_width)
        if spec.model_type == "qwen3":
            weights[at + "self_attn.q_norm.weight"] = gain(1.25, spec.head_dim)
            weights[at + "self_attn.k_norm.weight"] = gain(1.25, spec.head_dim)
        weights[at + "self_attn.o_proj.weight"] = normal(2.5 * q_width**-0.5, hidden, q_width)
        weights[at + "post_attention_layernorm.weight"] = gain(1.0, hidden)
        weights[at + "mlp.gate_proj.weight"] = normal(per_input, spec.ffn, hidden)
        weights[at + "mlp.up_proj.weight"] = normal(per_input, spec.ffn, hidden)
        weights[at + "mlp.down_proj.weight"] = normal(1.2 * spec.ffn**-0.5, hidden, spec.ffn)
    weights["model.norm.weight"] = gain(1.0, hidden)
    if not spec.tied:
        weights["lm_head.weight"] = normal(1.7 * per_input, spec.vocab_size, hidden)
    return weights


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")


def save_weights(weights: dict[str, torch.Tensor], path: Path) -> None:
    save_file(weights, path, metadata={"format": "pt"})
    path.chmod(0o644)  # the library leaves it readable by its owner only


def write_checkpoint(spec: Spec) -> Path:
    folder = FIXTURES / spec.name
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = make_tokenizer(spec.tokenizer_style, spec.tokenizer_size)
    (folder / "tokenizer.json").write_text(tokenizer.to_str(pretty=False) + "\n", encoding="utf-8")
    write_json(folder / "tokenizer_config.json", tokenizer_config(tokenizer, spec.window))
    write_json(folder / "config.json", model_config(spec, tokenizer))
    weights = make_weights(spec)
    if spec.shards == 1:
        save_weights(weights, folder / "model.safetensors")
        return folder
    # The cut goes through a layer, as it does on the hub, so that no shard is complete by itself.
    names = list(weights)
    cut = names.index("model.layers.0.mlp.gate_proj.weight")
    shards = {
        "model-00001-of-00002.safetensors": names[:cut],
        "model-00002-of-00002.safetensors": names[cut:],
    }
    for file, members in shards.items():
        save_weights({name: weights[name] for name in members}, folder / file)
    index = {
        "metadata": {"total_size": sum(w.numel() * w.element_size() for w in weights.values())},
        "weight_map": dict(sorted((name, file) for file, members in shards.items() for name in members)),
    }
    write_json(folder / "model.safetensors.index.json", index)
    return folder


def main() -> None:
    wanted = sys.argv[1:]
    for spec in SPECS:
        if not wanted or spec.name in wanted:
            folder = write_checkpoint(spec)
            size = sum(file.stat().st_size for file in folder.iterdir())
            print(f"{spec.name}: {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
