import { expect, it } from 'vitest';
import { underCondition } from '../../src/probe/index.ts';
import { readPaste, shownAs } from '../../src/transcript/index.ts';
import { frozenAsked, messageReferences } from './message-references.ts';
import { askedOfOracle, lastStepOf, pastedSteps, requestsOf, textOfAsked } from './pasted-steps.ts';
import { contextIds, idsSha256, showing, tokenizer, toolshedItems } from './toolshed-units.ts';

const steps = pastedSteps();

it('five logs of five formats ask what PyTorch was asked, in the same tokens', () => {
  expect(new Set(steps.map(({ format }) => format)).size).toBe(5);
  const requests = requestsOf(steps);
  expect(textOfAsked(askedOfOracle(requests))).toBe(frozenAsked());
  const theirs = messageReferences();
  expect(theirs.map(({ id }) => id)).toEqual(requests.map(({ id }) => id));
  const ours = requests.map(({ context, candidate }) => {
    const read = tokenizer.encodeContext(context, []);
    const ids = tokenizer.encodeCandidate(candidate);
    if (!read.ok || !ids.ok) throw new Error('a text of a log cannot be spelt');
    return { context: idsSha256(read.value.ids), candidate: ids.value };
  });
  expect(ours).toEqual(
    theirs.map(({ contextSha256, candidateIds }) => ({ context: contextSha256, candidate: candidateIds })),
  );
});

it('an item of ToolShed pasted as a chat log has the tokens that it has in the Probe room', () => {
  for (const item of toolshedItems) {
    const { messages } = underCondition(item, 'fail', showing) ?? { messages: [] };
    const read = readPaste(JSON.stringify({ messages }));
    if (read.kind !== 'transcript') throw new Error(`${item.item_id} is not read`);
    const step = lastStepOf(read.transcript);
    expect(step.call).toBe(item.failed_action);
    const idsOf = (context: Parameters<typeof tokenizer.encodeContext>[0]): readonly number[] => {
      const encoded = tokenizer.encodeContext(context, []);
      if (!encoded.ok) throw new Error(JSON.stringify(encoded.error));
      return encoded.value.ids;
    };
    expect(idsOf(step.before)).toEqual(contextIds(item, 'pre'));
    expect(idsOf(shownAs(step, 'error', 0)?.messages ?? [])).toEqual(contextIds(item, 'fail'));
  }
});
