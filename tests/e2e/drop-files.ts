import type { Locator } from '@playwright/test';

/** Lets go of files over a part of the page, as somebody does who drags them there. */
export async function dropFiles(
  target: Locator,
  files: readonly (readonly [name: string, text: string])[],
): Promise<void> {
  const transfer = await target.page().evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const [name, text] of given) data.items.add(new File([text], name));
    return data;
  }, files);
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}
