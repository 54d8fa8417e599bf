/** Rooms that exist. A room joins this list when it can be entered. */
export const rooms = [
  { id: 'probe', name: 'Probe' },
  { id: 'about', name: 'About' },
] as const;
export type RoomId = (typeof rooms)[number]['id'];

const parse = (hash: string): { room: RoomId; query: string; known: boolean } | null => {
  if (hash === '' || hash === '#' || hash === '#/') return { room: 'probe', query: '', known: true };
  const match = /^#\/([^?]*)(?:\?(.*))?$/s.exec(hash);
  // Anchors inside the page (#main) are no routes.
  if (match === null) return null;
  const named = rooms.find(({ id }) => id === match[1]);
  return { room: named?.id ?? 'probe', query: match[2] ?? '', known: named !== undefined };
};

/** The fragment is the only state in the address: it never reaches a host. */
class Router {
  room = $state<RoomId>('probe');
  /** What follows `?` inside the fragment. */
  query = $state('');
  /** Name of a room that a link asked for and that does not exist. */
  unknownRoom = $state<string | null>(null);

  constructor() {
    this.#read();
    addEventListener('hashchange', () => {
      this.#read();
    });
  }

  #read(): void {
    const route = parse(location.hash);
    if (route === null) return;
    this.room = route.room;
    this.query = route.query;
    this.unknownRoom = route.known ? null : (/^#\/([^?]*)/.exec(location.hash)?.[1] ?? '');
  }

  /** Replaces what follows `?` without a new entry in the history. */
  replaceQuery(query: string): void {
    this.query = query;
    history.replaceState(history.state, '', `#/${this.room}${query === '' ? '' : `?${query}`}`);
  }
}

export const router = new Router();
