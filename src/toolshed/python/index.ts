export { dict, float, int, list, str, type Literal } from './literal.ts';
export { closeMatches, nearestName, similarity } from './nearest-name.ts';
export { pythonRandom, type PythonRandom } from './random.ts';
export { repr } from './repr.ts';
export { subSeed } from './sub-seed.ts';
