/** Rooms that exist. A room joins this list when it can be entered. */
export const rooms = [
  { id: 'probe', name: 'Probe' },
  { id: 'rollouts', name: 'Rollouts' },
  { id: 'transcript', name: 'Your transcript' },
  { id: 'training-data', name: 'Training data' },
  { id: 'about', name: 'About' },
] as const;
export type RoomId = (typeof rooms)[number]['id'];

/** The room of a fragment; null for an anchor inside the page. What cannot be entered leads to the probe. */
const roomOf = (hash: string): RoomId | null => {
  if (hash === '' || hash === '#' || hash === '#/') return 'probe';
  const match = /^#\/([^?]*)/.exec(hash);
  if (match === null) return null;
  return rooms.find(({ id }) => id === match[1])?.id ?? 'probe';
};

/** The fragment is the only state in the address: it never reaches a host. */
class Router {
  room = $state<RoomId>('probe');

  constructor() {
    this.#read();
    addEventListener('hashchange', () => {
      this.#read();
    });
  }

  #read(): void {
    this.room = roomOf(location.hash) ?? this.room;
  }

  /** Replaces the fragment without a new entry in the history; no room is told. */
  replace(fragment: string): void {
    history.replaceState(history.state, '', fragment);
    this.#read();
  }
}

export const router = new Router();
