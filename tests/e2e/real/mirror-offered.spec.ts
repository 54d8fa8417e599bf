import { expect, test } from '../lab-test.ts';

const ID = 'smollm2-135m-instruct-q4_1';
const NAME = 'SmolLM2-135M-Instruct, Q4_1 weights';

test('the mirrored checkpoint is offered, and its weights can be read in parts', async ({ page }) => {
  await page.goto('./');
  // By the page itself, so that policy, headers and ranges are those that the engine will meet.
  const seen = await page.evaluate(async (id) => {
    const index = (await (await fetch('checkpoints/index.json')).json()) as {
      checkpoints: { id: string; name: string; files: { path: string; bytes: number; sha256?: string }[] }[];
    };
    const entry = index.checkpoints.find((checkpoint) => checkpoint.id === id);
    const weights = entry?.files.find(({ path }) => path === 'model.safetensors');
    const url = `checkpoints/${id}/model.safetensors`;
    const part = async (first: number, last: number): Promise<Uint8Array> => {
      const response = await fetch(url, { headers: { Range: `bytes=${first}-${last}` } });
      if (response.status !== 206) throw new Error(`status ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    };
    const lengthBytes = await part(0, 7);
    const headerBytes = Number(new DataView(lengthBytes.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(await part(8, 7 + headerBytes))) as Record<
      string,
      { shape: number[]; data_offsets: [number, number] }
    >;
    const tensors = Object.entries(header).filter(([name]) => name !== '__metadata__');
    const end = Math.max(...tensors.map(([, { data_offsets }]) => data_offsets[1]));
    const last = await part(7 + headerBytes + end, 7 + headerBytes + end);
    return {
      name: entry?.name,
      promisesHash: weights?.sha256?.length === 64,
      fileBytes: weights?.bytes,
      expectedBytes: 8 + headerBytes + end,
      lastByteIsThere: last.length === 1,
      tensors: tensors.length,
      parameters: tensors.reduce((sum, [, { shape }]) => sum + shape.reduce((a, b) => a * b, 1), 0),
    };
  }, ID);
  expect(seen).toEqual({
    name: NAME,
    promisesHash: true,
    fileBytes: seen.expectedBytes,
    expectedBytes: seen.fileBytes,
    lastByteIsThere: true,
    tensors: 272,
    parameters: 134_515_008,
  });
});

test('the page names it', async ({ page }) => {
  await page.goto('./#/probe');
  await expect(page.getByText(NAME).first()).toBeVisible();
});
