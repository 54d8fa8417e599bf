import type { StepMark } from './step-marks.ts';

/** Side of a sign and the distance from one to the next, in px of the usual type; a line of signs has room for six. */
export const PITCH = 18;
export const LINE_HEIGHT = 22;
export const SIGNS_IN_LINE = 6;

/** How a path is drawn; the form says what it means, the look repeats it. */
export type PathLook = 'worked' | 'failed' | 'repeat' | 'hollow' | 'hollow-sign' | 'cut' | 'ban';

const plate = (x: number, y: number): string =>
  `M${x + 4},${y + 1}h8a3,3 0 0 1 3,3v8a3,3 0 0 1 -3,3h-8a3,3 0 0 1 -3,-3v-8a3,3 0 0 1 3,-3z`;
const ring = (x: number, y: number): string =>
  `M${x + 1},${y + 8}a7,7 0 1,0 14,0a7,7 0 1,0 -14,0M${x + 5},${y + 8}l2,3 4,-5`;
const cross = (x: number, y: number): string =>
  `${plate(x, y)}M${x + 5},${y + 5}l6,6M${x + 11},${y + 5}l-6,6`;
const bars = (x: number, y: number): string => `M${x + 4},${y + 5}h8v2h-8zM${x + 4},${y + 9}h8v2h-8z`;
const wave = 'q2,-3 4,0q2,3 4,0v2q-2,3 -4,0q-2,-3 -4,0z';
const waves = (x: number, y: number): string => `M${x + 4},${y + 5}${wave}M${x + 4},${y + 9}${wave}`;
const open = (x: number, y: number): string =>
  `M${x + 2},${y + 3}v10M${x + 14},${y + 3}v10M${x + 5},${y + 8}h.1M${x + 8},${y + 8}h.1M${x + 11},${y + 8}h.1`;

/** The signs of some steps as a few paths: one for each look, however many steps there are. */
export function markPaths(
  marks: readonly StepMark[],
): readonly { readonly look: PathLook; readonly d: string }[] {
  const paths = new Map<PathLook, string>();
  const draw = (look: PathLook, d: string): void => {
    paths.set(look, (paths.get(look) ?? '') + d);
  };
  marks.forEach(({ kind, isByConstruction, isIntervened }, at) => {
    const x = 1 + PITCH * (at % SIGNS_IN_LINE);
    const y = 1 + LINE_HEIGHT * Math.floor(at / SIGNS_IN_LINE);
    if (kind === 'worked') draw('worked', ring(x, y));
    else if (kind === 'failed') draw('failed', cross(x, y));
    else if (kind === 'cut') draw('cut', open(x, y));
    else {
      const sign = kind === 'same-text' ? bars(x, y) : waves(x, y);
      // A repeat is full, its sign cut out; one that no model was asked for is hollow and broken.
      draw(isByConstruction ? 'hollow' : 'repeat', isByConstruction ? plate(x, y) : plate(x, y) + sign);
      if (isByConstruction) draw('hollow-sign', sign);
    }
    if (isIntervened) draw('ban', `M${x},${y + 18}h16`);
  });
  return [...paths].map(([look, d]) => ({ look, d }));
}
