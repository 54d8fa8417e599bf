import { expect, test } from './lab-test.ts';
import { loadStudy } from './study-page.ts';

test('an answer of the engine never overtakes the events before it', async ({ page }) => {
  expect(await loadStudy(page, 'llama-gqa-tied-bf16', { holding: 'folded', threads: 1 })).toMatchObject({
    ok: true,
  });
  const heard = await page.evaluate(async () => {
    const context = [
      { role: 'system' as const, content: 'Notes.' },
      { role: 'user' as const, content: 'What comes next?' },
    ];
    const request = { task: 'task', template: 'template', context, scoreEndOfTurn: false, hidden: [] };
    const heard: string[] = [];
    for (let round = 0; round < 40; round += 1) {
      const told: string[] = [];
      await backfireStudy.score(
        {
          requests: [{ ...request, id: String(round), candidate: 'x' }],
          passTokens: null,
          keyValueBytes: 2 ** 24,
        },
        (event) => {
          told.push(event.kind === 'stage' ? event.stage.name : event.kind);
        },
      );
      heard.push(told.join(' '));
    }
    return heard;
  });
  const whole = 'encoding planning progress pass scores progress idle';
  expect(heard).toEqual(Array.from({ length: 40 }, () => whole));
});
