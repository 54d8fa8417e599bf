/** Part of every unit key: raise it when a change alters any score by more than float noise. */
export const ENGINE_VERSION = '1';
