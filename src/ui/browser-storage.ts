/** `sessionStorage` is cleared when the tab closes. */
type StorageName = 'localStorage' | 'sessionStorage';

const listeners = new Set<() => void>();

/** Returns the stored value; undefined where there is none, or where the browser forbids storage. */
export function readItem(storage: StorageName, key: string): string | undefined {
  try {
    return globalThis[storage].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or deletes it where it is undefined. Has no effect where storage is full or forbidden. */
export function writeItem(storage: StorageName, key: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // The page works without stored values.
  }
  for (const listener of listeners) listener();
}

/** Returns the keys that start with a prefix. */
export function listKeys(storage: StorageName, prefix: string): string[] {
  try {
    return Object.keys(globalThis[storage]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Deletes every value whose key starts with a prefix; all of them for an empty one. */
export function deleteItems(storage: StorageName, prefix: string): void {
  try {
    for (const key of listKeys(storage, prefix)) globalThis[storage].removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` after each write in this tab, and in other tabs for `localStorage`. Returns a function that unsubscribes. */
export function onStorageChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
