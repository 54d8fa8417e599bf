/** What the page and its service worker say to each other: types only. */

export type ToServiceWorker =
  /** Keep the runtime and all files of built-in checkpoints; answered on the port that comes with it. */
  | { readonly kind: 'keep'; readonly checkpoints: readonly string[] }
  /** Take the place of the version that serves the page now. */
  | { readonly kind: 'take-over' };

/** `newly`: something was fetched for it. */
export type Kept =
  { readonly kept: true; readonly newly: boolean } | { readonly kept: false; readonly why: string };
