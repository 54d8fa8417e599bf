/** The words over a result: a part of the page by itself, fetched with the first run and not before. */
export { findingOf, scopeOf } from '../../figures/index.ts';
