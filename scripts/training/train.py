"""Trains the built-in checkpoints: one base, and from it three branches for each of three seeds.

    python scripts/training/train.py --out <folder> [--stages base,noisy-1,…] [--stop-after-minutes M] [--smoke]

Everything is in recipe.json. A stage that is finished is left alone, one that was interrupted goes on from its last
state, to the same bytes. Needs Node for the episodes, which src/toolshed makes.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor

from batches import Chat, packed, practice, read_episodes, tensors
from model import Llama, blunt, load_checkpoint, save_checkpoint, shape_of
from muon import Muon
from tokenizer import make_tokenizer, save_tokenizer
from wiring import LOOK_BACK_HEADS, hold_look_back, wire

HERE = Path(__file__).resolve().parent
STATE_EVERY = 100
BLUNT_EVERY = 10
WARM_UP = 50
LOWEST_RATE = 0.03


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stages", help="some of them, by comma; all when left out")
    parser.add_argument("--stop-after-minutes", type=float, default=float("inf"), help="keep the state and end")
    parser.add_argument("--smoke", action="store_true", help="a few steps of everything: does the whole way work?")
    given = parser.parse_args()
    recipe = json.loads((HERE / "recipe.json").read_text())
    if given.smoke:
        recipe = smoke(recipe)
    stages = stages_of(recipe)
    wanted = given.stages.split(",") if given.stages else list(stages)
    unknown = [name for name in wanted if name not in stages]
    if unknown:
        sys.exit(f"no such stage: {', '.join(unknown)}; there are {', '.join(stages)}")
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.use_deterministic_algorithms(True)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "recipe.json").write_text(json.dumps(recipe, indent=1) + "\n")
    deadline = time.monotonic() + 60 * given.stop_after_minutes
    chat = prepared(given.out, recipe)
    for name in wanted:
        if not run_stage(name, stages[name], given.out, recipe, chat, deadline):
            print(f"{name}: state kept; the same command goes on", flush=True)
            return


def stages_of(recipe: dict) -> dict[str, dict]:
    """The base, then seed by seed the branches, so that a set of four is complete early."""
    base = {"base": {**recipe["stages"]["base"], "seed": 0}}
    branches = {
        f"{kind}-{seed}": {**recipe["stages"][kind], "seed": seed}
        for seed in recipe["seeds"]
        for kind in ("noisy", "recovery", "clean")
    }
    return base | branches


def smoke(recipe: dict) -> dict:
    stages = {name: {**stage, "steps": 12, "episodes": 300} for name, stage in recipe["stages"].items()}
    tokenizer = {**recipe["tokenizer_corpus"], "episodes": 300}
    return {**recipe, "stages": stages, "tokenizer_corpus": tokenizer, "exam_tasks": 6, "seeds": [1]}


def make_corpus(folder: Path, kind: str, count: int, seed: int) -> None:
    subprocess.run(["node", HERE / "make-corpus.mjs", folder, kind, str(count), str(seed)], check=True)


def corpus_of(stage: dict, out: Path, recipe: dict) -> Path:
    seed = recipe["corpus_seed"] + stage["seed"]
    path = out / "corpus" / f"{stage['kind']}-{seed}.jsonl"
    if not path.exists():
        make_corpus(path.parent, stage["kind"], stage["episodes"], seed)
    return path


def prepared(out: Path, recipe: dict) -> Chat:
    """Prompt, exam and tokenizer, made once."""
    corpus = out / "corpus"
    prompt_path, tokenizer_path = corpus / "system-prompt.txt", out / "tokenizer.json"
    if not prompt_path.exists():
        make_corpus(corpus, "exam", recipe["exam_tasks"], recipe["corpus_seed"])
    prompt = prompt_path.read_text()
    if not tokenizer_path.exists():
        path = corpus_of({**recipe["tokenizer_corpus"], "seed": 0}, out, recipe)
        texts = ["\n".join(text for _, _, text in json.loads(line)) for line in path.open()]
        save_tokenizer(make_tokenizer(prompt, texts, recipe["vocabulary"]), out)
    return Chat.of(Tokenizer.from_file(str(tokenizer_path)), prompt)


def rate_at(done: float, step: int) -> float:
    """Warm up, stay, then fall in a straight line from half of the way."""
    return min(1.0, (step + 1) / WARM_UP) * (1.0 if done < 0.5 else max(LOWEST_RATE, 2 * (1 - done)))


def run_stage(name: str, stage: dict, out: Path, recipe: dict, chat: Chat, deadline: float) -> bool:
    """True when the stage's checkpoint is there. Steps hang on the recipe and the step's number alone."""
    target = out / "hf" / name
    if (target / "config.json").exists():
        return True
    if stage["from"] is None:
        model = Llama(shape_of(recipe), stage["seed"])
        wire(model, stage["seed"])
    else:
        model = load_checkpoint(out / "hf" / stage["from"])
    matrices = [weight for key, weight in model.named_parameters() if weight.dim() == 2 and "embed" not in key]
    vectors = [weight for key, weight in model.named_parameters() if not (weight.dim() == 2 and "embed" not in key)]
    muon = Muon(matrices)
    adam = torch.optim.AdamW(vectors, lr=stage["vector_rate"], betas=(0.9, 0.95), weight_decay=0.0)
    state_path = out / "states" / f"{name}.pt"
    step, curve = 0, []
    if state_path.exists():
        state = torch.load(state_path, weights_only=True)
        model.load_state_dict(state["model"])
        adam.load_state_dict(state["adam"])
        muon.running = state["muon"]
        step, curve = state["step"], state["curve"]

    path = corpus_of(stage, out, recipe)
    read = lambda short: read_episodes(path, chat, recipe["loss_weights"], short, recipe["longest_episode"])
    whole = packed(read(False), recipe["tokens_per_step"], stage["seed"])
    short_steps = round(stage["first_call_only_until"] * stage["steps"])
    short = packed(read(True), recipe["tokens_per_step"], stage["seed"]) if short_steps else []
    limits = recipe["largest_attention_logit"]
    nothing = chat.prefix[:0]
    began, losses = time.process_time(), {"call": [], "practice": []}
    while step < stage["steps"]:
        draw = torch.Generator().manual_seed(1_000_003 * stage["seed"] + step)
        done = step / stage["steps"]
        rate = rate_at(done, step)
        share = stage["practice"]["first" if done < stage["practice"]["until"] else "then"]
        practising = float(torch.rand((), generator=draw)) < share
        if practising:
            ids, weights = practice(recipe["vocabulary"], recipe["tokens_per_step"], draw)
            prefix = nothing
        else:
            batches = short if step < short_steps else whole
            ids, weights = tensors(batches[step % len(batches)])
            prefix = chat.prefix
        loss, on_calls = loss_of(model, prefix, ids, weights)
        losses["practice" if practising else "call"].append(on_calls)
        model.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        muon.step(stage["matrix_rate"] * rate)
        for group in adam.param_groups:
            group["lr"] = stage["vector_rate"] * rate
        adam.step()
        hold_look_back(model)
        step += 1
        if step % BLUNT_EVERY == 0:
            blunt(model, prefix, ids[:4], limits, len(LOOK_BACK_HEADS))
        if step % STATE_EVERY == 0 or step == stage["steps"]:
            mean = {key: round(sum(all_) / len(all_), 4) if all_ else None for key, all_ in losses.items()}
            curve.append({"step": step, **mean})
            print(f"{name} {step}/{stage['steps']} {mean} {time.process_time() - began:.0f} s", flush=True)
            losses = {"call": [], "practice": []}
            keep(state_path, {"model": model.state_dict(), "adam": adam.state_dict(), "muon": muon.running, "step": step, "curve": curve})
            if time.monotonic() > deadline and step < stage["steps"]:
                return False
    finish(model, name, out, limits, chat, whole, curve)
    state_path.unlink(missing_ok=True)
    return True


def loss_of(model: Llama, prefix: Tensor, ids: Tensor, weights: Tensor) -> tuple[Tensor, float]:
    """Weighted mean loss in nats a token, and the plain one over the tokens of full weight."""
    hidden = model(prefix, ids)
    counted = weights[:, 1:]
    chosen = counted > 0
    losses = F.cross_entropy(model.logits(hidden[:, :-1][chosen]), ids[:, 1:][chosen], reduction="none")
    shares = counted[chosen]
    return (losses * shares).sum() / shares.sum(), float(losses.detach()[shares == 1].mean())


def finish(model: Llama, name: str, out: Path, limits: dict, chat: Chat, batches: list, curve: list) -> None:
    """The last blunting, over many episodes; then the checkpoint, complete once its config is there."""
    for batch in batches[:40]:
        blunt(model, chat.prefix, tensors(batch)[0], limits, len(LOOK_BACK_HEADS))
    part = out / "hf" / f".{name}"
    save_checkpoint(model, part)
    for file in ("tokenizer.json", "tokenizer_config.json"):
        (part / file).write_bytes((out / file).read_bytes())
    curves = out / "curves"
    curves.mkdir(exist_ok=True)
    (curves / f"{name}.json").write_text(json.dumps(curve) + "\n")
    os.replace(part, out / "hf" / name)


def keep(path: Path, state: dict) -> None:
    """A state is there as a whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(state, part)
    os.replace(part, path)


if __name__ == "__main__":
    main()
