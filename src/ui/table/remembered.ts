/** What this browser keeps between visits; it does without where storage is full or forbidden. */
export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Then nothing is remembered.
  }
  for (const listener of listeners) listener();
}

/** What was kept under a name. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

const listeners = new Set<() => void>();

/** Calls back whenever something is kept, here or in another tab; the returned function ends that. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Remembers what a list was asked for last, as the query of its address; nothing where that is nothing. */
export function rememberList(name: string, query: string): void {
  keep(`recce.list.${name}`, query || undefined);
}

/** What a list was asked for last. */
export function rememberedList(name: string): string | undefined {
  return kept(`recce.list.${name}`);
}
