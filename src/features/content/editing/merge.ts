/** Edited content by its top-level fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether two values are deeply equal, regardless of the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [keysOfA, keysOfB] = [Object.keys(a), Object.keys(b)];
  return keysOfA.length === keysOfB.length && keysOfA.every((key) => isSame(getProperty(a, key), getProperty(b, key)));
}

/** Lists the top-level fields that differ between two versions. */
export function listChangedFields(a: Fields, b: Fields): string[] {
  return Object.keys({ ...a, ...b }).filter((key) => !isSame(a[key], b[key]));
}

/** Three-way merge. Returns the merged content, with `mine` in conflicting fields, and the names of these fields. */
export function merge<Content extends Fields>(base: Content, mine: Content, theirs: Content) {
  const changed = listChangedFields(base, mine);
  const merged = { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) } as Content;
  const conflicts = changed.filter((key) => !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key]));
  return { merged, conflicts };
}

/** Returns the value at a path such as `cards.0.title`, or undefined. */
export function getValueAt(content: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => getProperty(value, key), content);
}

/** Returns a copy of the content with another value at a path. */
export function withValueAt<Content>(content: Content, path: string, value: unknown): Content {
  const [key = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : withValueAt(getProperty(content, key) ?? {}, rest.join('.'), value);
  if (Array.isArray(content)) return content.with(Number(key), next) as Content;
  return { ...content, [key]: next };
}

function getProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
