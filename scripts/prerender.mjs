// @ts-check
// Puts the first page, as HTML, into index.html when the page is built or served for development: it is painted before
// any script runs, and read where none does. The same components and figures as in the page, rendered once, here.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { sourceModule } from './source-module.mjs';

const PLACE = '<!-- first page -->';

/** @returns {import('vite').Plugin} */
export function prerenderedFirstPage() {
  return {
    name: 'lab-first-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        return html.includes(PLACE) ? html.replace(PLACE, await firstPage()) : html;
      },
    },
  };
}

/** @returns {Promise<string>} */
async function firstPage() {
  const undo = lendAddress();
  try {
    // Styles are those of the page itself, whose build makes the same class names.
    const module = await sourceModule('src/ui/opening/first-page.ts', [svelte({ emitCss: false })]);
    return /** @type {{ firstPageHtml: string }} */ (module).firstPageHtml;
  } finally {
    undo();
  }
}

/** The header reads the address when it is loaded; here it gets one without a fragment. @returns {() => void} */
function lendAddress() {
  const lent = { location: { hash: '' }, addEventListener: () => undefined };
  const here = /** @type {Record<string, unknown>} */ (globalThis);
  const missing = Object.entries(lent).filter(([name]) => !(name in here));
  for (const [name, value] of missing) here[name] = value;
  return () => {
    for (const [name] of missing) Reflect.deleteProperty(here, name);
  };
}
