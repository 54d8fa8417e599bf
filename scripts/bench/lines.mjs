// @ts-check
// All lines of design §8, in its order.
import {
  agreementLine,
  tokensLine,
  jobLine,
  prefillLine,
  packedLine,
  threadsLine,
  decodingLine,
  widthLine,
} from './engine-lines.mjs';
import { builtInLines } from './built-in-lines.mjs';
import { peakLine, unloadLine, mainThreadLines, paintLine, scriptsLine } from './page-lines.mjs';
import { toolshedLines } from './toolshed-lines.mjs';

/** @param {import('./line.mjs').Measured} measured @returns {import('./line.mjs').Line[]} */
export function linesOf(measured) {
  return [
    agreementLine(measured),
    tokensLine(measured),
    jobLine(measured),
    prefillLine(measured),
    packedLine(measured),
    threadsLine(measured),
    decodingLine(measured),
    widthLine(measured),
    peakLine(measured),
    unloadLine(measured),
    ...mainThreadLines(measured),
    paintLine(measured),
    scriptsLine(measured),
    ...toolshedLines(measured),
    ...builtInLines(measured),
  ];
}
