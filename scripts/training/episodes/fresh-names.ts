import type { PythonRandom } from '../../../src/toolshed/python/index.ts';

// Names, words and dates that no frozen item holds. Copying is what a small model must learn here, so the strings vary as
// widely as can be: syllables, loose letters and repeated pieces, and plain English words.

const ONSETS = 'b br c ch d dr f fl g gr h j k kl l m n p pr qu r s sh st t tr v w y z'.split(' ');
const VOWELS = 'a e i o u ai ea ee ia io ou'.split(' ');
const ENDS = ['', '', 'n', 'r', 'l', 's', 'm', 't', 'nd', 'rk', 'th', 'x', 'ck', 'ne'];
const LETTERS = 'eeeeaaaaiioouunnrrttllsshddmmkkppbbvvggcczzjjffwwyyqx';

const WORDS =
  `plan note draft offer order price stock tour kitchen office window paper letter summer winter hotel train market client
  launch agreement contract holiday lunch coffee server update backup ticket energy paint floor roof music photo video story theme
  colour figure table chart model sample batch answer topic lesson course group visit guest speaker room lock parking bike
  car bus ship cargo delivery refund discount coupon card gift prize award staff hiring pension safety audit policy rule
  form permit tax fee bank loan grant fund target metric score rank level phase stage sprint release patch feature demo
  bread apple river bridge stone cloud forest meadow harbour lantern mirror needle pocket ribbon saddle timber violin walnut
  yellow silver copper orange purple early later seven eleven north south upper lower round clean quiet narrow double single
  hello thanks please bring send wash fold count open close paint measure carry borrow repair replace sort pack order label
  soap towel ladder hammer bucket basket carpet curtain shelf bench stool cushion blanket candle kettles mug spoon fork plate`.split(
    /\s+/,
  );

/** Draws fresh strings; none of them, whole, stands in `frozen`. */
export function freshNames(random: PythonRandom, frozen: ReadonlySet<string>) {
  const unlessFrozen = (draw: () => string): string => {
    for (;;) {
      const drawn = draw();
      if (!frozen.has(drawn.toLowerCase())) return drawn;
    }
  };
  const chance = (share: number): boolean => random.float() < share;
  const syllables = (least: number, most: number): string =>
    times(random.between(least, most), () => {
      const end = chance(0.6) ? random.choice(ENDS) : '';
      return `${random.choice(ONSETS)}${random.choice(VOWELS)}${end}`;
    });
  const drawnLetter = (among: string): string => among.charAt(random.below(among.length));
  const letters = (): string =>
    times(random.between(3, 9), (at) =>
      chance(0.6) ? drawnLetter(LETTERS) : drawnLetter(at % 2 === 1 ? 'aeiou' : 'bcdfghjklmnprstvz'),
    );
  const pieces = (): string => {
    const two = [0, 1].map(() => (chance(0.5) ? syllables(1, 1) : letters().slice(0, 2)));
    return times(random.between(2, 4), () => random.choice(two));
  };
  const hard = (): string => (chance(0.6) ? letters() : pieces());
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const firstName = () =>
    unlessFrozen(() => capital(chance(0.45) ? hard() : chance(0.3) ? syllables(1, 3) : syllables(2, 3)));
  const lastName = () => unlessFrozen(() => capital(chance(0.45) ? hard() : syllables(2, 3)));
  const word = () =>
    unlessFrozen(() => (chance(0.3) ? hard() : chance(0.6) ? random.choice(WORDS) : syllables(1, 3)));
  const phrase = (least: number, most: number): string =>
    Array.from({ length: random.between(least, most) }, word).join(' ');
  const number = (): string => String(random.between(2, 900));
  const date = () =>
    unlessFrozen(() => {
      const year = random.choice([2025, 2026, 2026, 2026, 2027]);
      return `${year}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
    });
  const stem = () =>
    unlessFrozen(() =>
      chance(0.55)
        ? word()
        : chance(0.5)
          ? `${word()}_${word()}`
          : `${word()}-${twoDigits(random.between(1, 60))}`,
    );
  return {
    chance,
    word,
    date,
    stem,
    name: (): string => `${firstName()} ${lastName()}`,
    /** What a file or a message says: a few phrases, some with a number. */
    text: (): string =>
      Array.from({ length: random.between(1, 3) }, () =>
        chance(0.25) ? `${word()} ${number()}` : phrase(1, 4),
      ).join(', '),
    title: () =>
      unlessFrozen(() =>
        chance(0.2)
          ? `${random.between(1, 9)}:${random.between(2, 9)}`
          : chance(0.3)
            ? word()
            : capital(phrase(1, 3)),
      ),
    folder: () => (chance(0.5) ? random.choice(['notes', 'reports', 'drafts']) : word()),
    time: (): string =>
      `${twoDigits(random.between(7, 19))}:${random.choice(['00', '10', '15', '30', '45'])}`,
    eventId: (): string => `evt-${random.between(1, 99)}`,
  };
}

export type FreshNames = ReturnType<typeof freshNames>;

const times = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');

export const twoDigits = (value: number): string => String(value).padStart(2, '0');
