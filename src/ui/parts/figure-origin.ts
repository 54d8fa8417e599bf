import { getContext, setContext } from 'svelte';

/** Whose numbers a room's figures draw. */
export interface FigureOrigin {
  readonly model: string;
  readonly itemSet: string;
}

const KEY = Symbol('figure origin');
const NOWHERE = (): null => null;

/** Told once by the room, while it is made; asked again for every file, as both change with what is chosen. */
export const provideFigureOrigin = (origin: () => FigureOrigin): void => {
  setContext(KEY, origin);
};

/** While a component is made: how to ask later. */
export const figureOrigin = (): (() => FigureOrigin | null) =>
  getContext<(() => FigureOrigin) | undefined>(KEY) ?? NOWHERE;
