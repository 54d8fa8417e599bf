/** “about 1 min 50 s”, “about 20 s”; grain grows with the length. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 10) return `${seconds} s`;
  if (seconds < 60) return `${Math.round(seconds / 5) * 5} s`;
  const tens = Math.round(seconds / 10) * 10;
  const minutes = Math.floor(tens / 60);
  if (minutes < 10) return tens % 60 === 0 ? `${minutes} min` : `${minutes} min ${tens % 60} s`;
  if (minutes < 90) return `${minutes} min`;
  return `${(minutes / 60).toFixed(1)} h`;
}

/** 269 MB, 1.2 GB; decimal units as file managers and hubs count. */
export function bytes(count: number): string {
  if (count < 1e6) return `${Math.max(1, Math.round(count / 1e3))} kB`;
  if (count < 1e7) return `${(count / 1e6).toFixed(1)} MB`;
  if (count < 1e9) return `${Math.round(count / 1e6)} MB`;
  return `${(count / 1e9).toFixed(1)} GB`;
}

export const grouped = (count: number): string => Math.round(count).toLocaleString('en');
