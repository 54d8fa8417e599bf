/** A transcript that comes with the page, written for it. */
export interface ExampleLog {
  readonly file: string;
  readonly name: string;
  /** What is in it, before it is opened. */
  readonly says: string;
}

export const EXAMPLES: readonly ExampleLog[] = [
  {
    file: 'orders.json',
    name: 'Unpaid orders',
    says: 'Anthropic messages. A search with a wrong date is sent again and again.',
  },
  {
    file: 'builds.txt',
    name: 'Longest build',
    says: 'Thought, Action, Observation. A query fails twice; then the agent looks up the table.',
  },
  {
    file: 'office.json',
    name: 'A meeting in the office',
    says: 'Chat messages of a home-made loop, in the simulated office of the study, for which this page has its own small models.',
  },
];

const texts = import.meta.glob<string>('./examples/*', { query: '?raw', import: 'default' });

/** The text of an example, fetched with the press. Rejects where the host does not give it. */
export async function exampleText({ file }: ExampleLog): Promise<string> {
  const load = texts[`./examples/${file}`];
  if (load === undefined) throw new Error(`there is no example ${file}`);
  return load();
}
