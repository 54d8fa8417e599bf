/**
 * The first key that one object of a JSON text holds twice, or null. JSON.parse would keep the last value silently.
 * The text must be valid JSON.
 */
export const firstRepeatedKey = (json: string): string | null => {
  // One entry per open bracket: the keys of an object, null for an array.
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (character === '{') {
      open.push(new Set());
      expectsKey = true;
    } else if (character === '[') {
      open.push(null);
      expectsKey = false;
    } else if (character === '}' || character === ']') {
      open.pop();
      expectsKey = false;
    } else if (character === ',') {
      expectsKey = open.at(-1) instanceof Set;
    } else if (character === '"') {
      const start = i;
      for (i++; json[i] !== '"'; i++) if (json[i] === '\\') i++;
      const keys = open.at(-1);
      if (expectsKey && keys instanceof Set) {
        const key = JSON.parse(json.slice(start, i + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
        expectsKey = false;
      }
    }
  }
  return null;
};
