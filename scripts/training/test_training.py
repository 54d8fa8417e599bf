"""python -m unittest discover -s scripts/training   (needs scripts/training/requirements.txt)"""

import json
import tempfile
import unittest
from pathlib import Path

import torch
from tokenizers import Tokenizer

import train
from batches import Chat, Episode, packed, practice, tensors
from model import Llama, blunt, load_checkpoint, save_checkpoint, shape_of
from muon import orthogonalised
from tokenizer import make_tokenizer, save_tokenizer
from wiring import LOOK_BACK_HEADS, LOOK_BACK_SHARES, hold_look_back, wire

RECIPE = json.loads((Path(__file__).parent / "recipe.json").read_text())
NOTHING = torch.zeros(0, dtype=torch.long)


def wired(seed: int = 0) -> Llama:
    model = Llama(shape_of(RECIPE), seed)
    wire(model, seed)
    return model


class TheModel(unittest.TestCase):
    def test_is_hugging_faces_llama(self):
        from transformers import LlamaForCausalLM

        with tempfile.TemporaryDirectory() as folder:
            save_checkpoint(wired(), Path(folder))
            theirs = LlamaForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
            ours = load_checkpoint(Path(folder))
            ids = torch.randint(3, 1536, (2, 90), generator=torch.Generator().manual_seed(3))
            with torch.no_grad():
                expected = theirs(ids).logits
                got = ours.logits(ours(NOTHING, ids))
                self.assertLess((expected - got).abs().max().item(), 2e-4)
                # The shared prefix gives the same as reading it once for each row.
                same = torch.cat((ids[:1, :40].expand(2, -1), ids[:, 40:]), 1)
                after = ours.logits(ours(ids[0, :40], ids[:, 40:]))
                self.assertLess((theirs(same).logits[:, 40:] - after).abs().max().item(), 2e-4)

    def test_blunting_keeps_logits_within_their_limits(self):
        model = wired()
        ids = torch.randint(3, 1536, (4, 120), generator=torch.Generator().manual_seed(4))
        limits = {"first_layer": 12.0, "other_layers": 9.0}
        held = len(LOOK_BACK_HEADS)
        self.assertGreater(blunt(model, NOTHING, ids, limits, held), 20)
        for _ in range(3):
            blunt(model, NOTHING, ids, limits, held)
        sharpest = []
        model(NOTHING, ids, sharpest)
        self.assertGreater(sharpest[0][:held].min().item(), 50)
        self.assertLessEqual(sharpest[0][held:].max().item(), 12.01)
        self.assertLessEqual(max(heads.max().item() for heads in sharpest[1:]), 9.01)


class TheWiring(unittest.TestCase):
    def test_look_back_shares_leave_every_other_place_far_below(self):
        self.assertAlmostEqual(sum(LOOK_BACK_SHARES), 1, places=3)
        shares = torch.tensor(LOOK_BACK_SHARES)
        frequencies = RECIPE["model"]["theta"] ** -(torch.arange(len(shares)) / 16)
        away = torch.tensor([step for step in range(-1, 900) if step != 0]).float()
        logits = (shares * torch.outer(away, frequencies).cos()).sum(1)
        self.assertGreater(float(1 - logits.max()), 0.24)

    def test_look_back_heads_read_one_place_whatever_training_does(self):
        model = wired()
        with torch.no_grad():
            for weight in model.parameters():
                weight += 0.1 * weight.std() * torch.randn(weight.shape, generator=torch.Generator().manual_seed(5))
            hold_look_back(model)
            ids = torch.randint(3, 1536, (1, 700), generator=torch.Generator().manual_seed(6))
            layer = model.layers[0]
            q, k, _ = layer.self_attn.qkv(layer.input_layernorm(model.embed_tokens(ids)), model.cos[:700], model.sin[:700])
            unseen = torch.ones(700, 700, dtype=torch.bool).triu(1)
            for head, back in enumerate(LOOK_BACK_HEADS):
                logits = (q[0, head] @ k[0, 0].T / 32**0.5).masked_fill(unseen, -torch.inf)
                read = logits.softmax(-1).diagonal(-back)
                self.assertGreater(float(read.min()), 1 - 1e-5)

    def test_copies_before_any_training(self):
        ids, weights = practice(1536, 3000, torch.Generator().manual_seed(1))
        hit = lambda model: (model.logits(model(NOTHING, ids))[:, :-1].argmax(-1) == ids[:, 1:])[weights[:, 1:] > 0].float().mean()
        with torch.no_grad():
            self.assertGreater(float(hit(wired())), 0.5)
            self.assertLess(float(hit(Llama(shape_of(RECIPE), 0))), 0.1)


class TheOptimiser(unittest.TestCase):
    def test_brings_singular_values_near_one(self):
        matrices = torch.randn(3, 40, 100, generator=torch.Generator().manual_seed(2))
        for values in torch.linalg.svdvals(orthogonalised(matrices)):
            self.assertGreater(values.min().item(), 0.3)
            self.assertLess(values.max().item(), 1.4)


class TheTokenizer(unittest.TestCase):
    prompt = "You are a clerk.\n\nTools:\n- read_file(path: str) -> str\n  path: e.g. 'drafts/talk.md'\n"
    texts = [f"find_contact(name='Celia Moreau') celia.moreau@corp.example {n}" for n in range(300)]

    def setUp(self):
        self.tokenizer = make_tokenizer(self.prompt, self.texts, 420)

    def test_a_line_of_the_prompt_is_a_token(self):
        lines = [line for line in self.prompt.split("\n") if line]
        self.assertEqual(len(self.tokenizer.encode(self.prompt).ids), len(lines) + self.prompt.count("\n"))

    def test_a_name_has_the_same_ids_everywhere(self):
        name = self.tokenizer.encode("Celia Moreau").ids
        for text in ("Look up Celia Moreau.", "find_contact(name='Celia Moreau')", "{'name': 'Celia Moreau', 'team'"):
            ids = self.tokenizer.encode(text).ids
            self.assertTrue(any(ids[at : at + len(name)] == name for at in range(len(ids))), text)

    def test_gives_every_text_back(self):
        for text in ("naïve “quotes” 日本 \t x", self.prompt, "a  b\n\nC3PO's [1, 2]"):
            self.assertEqual(self.tokenizer.decode(self.tokenizer.encode(text).ids), text)

    def test_spells_chats_as_the_saved_template_does(self):
        from transformers import AutoTokenizer

        with tempfile.TemporaryDirectory() as folder:
            save_tokenizer(self.tokenizer, Path(folder))
            theirs = AutoTokenizer.from_pretrained(folder)
            chat = Chat.of(Tokenizer.from_file(f"{folder}/tokenizer.json"), self.prompt)
        ours = [*chat.prefix.tolist(), *chat.turns([("user", "Read it.")]), *chat.head("assistant")]
        messages = [{"role": "system", "content": self.prompt}, {"role": "user", "content": "Read it."}]
        expected = theirs.apply_chat_template(messages, add_generation_prompt=True)
        self.assertEqual(ours, list(expected["input_ids"] if hasattr(expected, "keys") else expected))


class Batches(unittest.TestCase):
    def test_hold_every_episode_once_within_the_bound(self):
        episodes = [Episode([5] * length, [1.0] * length) for length in range(20, 300)]
        batches = packed(episodes, 1536, 1)
        self.assertEqual(sorted(len(one.ids) for batch in batches for one in batch), list(range(20, 300)))
        for batch in batches:
            ids, weights = tensors(batch)
            self.assertLessEqual(ids.numel(), 1536)
            self.assertEqual(int((ids == 0).sum()), int((weights == 0).sum()))


class TheTraining(unittest.TestCase):
    def test_interrupted_or_not_gives_the_same_bytes(self):
        recipe = {**RECIPE, "stages": {**RECIPE["stages"], "base": {**RECIPE["stages"]["base"], "steps": 8, "episodes": 60}}}
        stage = {**recipe["stages"]["base"], "seed": 0}
        weights = []
        with tempfile.TemporaryDirectory() as folder:
            every, train.STATE_EVERY = train.STATE_EVERY, 4
            try:
                for name, deadlines in (("whole", [float("inf")]), ("parted", [0.0, float("inf")])):
                    out = Path(folder) / name
                    out.mkdir()
                    chat = train.prepared(out, recipe | {"exam_tasks": 3, "tokenizer_corpus": {"kind": "vocabulary", "episodes": 60}})
                    ends = [train.run_stage("base", stage, out, recipe, chat, deadline) for deadline in deadlines]
                    self.assertEqual(ends, [deadline != 0.0 for deadline in deadlines])
                    weights.append((out / "hf/base/model.safetensors").read_bytes())
            finally:
                train.STATE_EVERY = every
        self.assertEqual(weights[0], weights[1])


if __name__ == "__main__":
    unittest.main()
