import type { CharacterAccount, PastedTranscript } from '../../transcript/index.ts';

/** Where characters of a paste lie. */
export interface AccountLine {
  readonly kind: 'turns' | 'skipped' | 'unread';
  readonly what: string;
  readonly characters: number;
  readonly places: number;
}

/** The account of a paste, by name and by reason; its lines add up to the length of the paste. */
export function accountLines(
  transcript: PastedTranscript,
  account: CharacterAccount,
): readonly AccountLine[] {
  const grouped = (
    kind: AccountLine['kind'],
    parts: readonly {
      readonly what: string;
      readonly span: { readonly start: number; readonly end: number };
    }[],
  ): AccountLine[] => {
    const lines = new Map<string, { characters: number; places: number }>();
    for (const { what, span } of parts) {
      const line = lines.get(what) ?? { characters: 0, places: 0 };
      line.characters += span.end - span.start;
      line.places += 1;
      lines.set(what, line);
    }
    return [...lines]
      .map(([what, line]) => ({ kind, what, ...line }))
      .sort((a, b) => b.characters - a.characters);
  };
  return [
    {
      kind: 'turns',
      what: 'turns',
      characters: account.turns,
      places: transcript.turns.length,
    },
    ...grouped('skipped', transcript.skipped),
    ...grouped(
      'unread',
      transcript.unread.map(({ why, span }) => ({ what: why, span })),
    ),
  ];
}
