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

const LIST = 'recce.list.';

/** Remembers what a list was asked for last, as the query of its address; nothing where that is nothing. */
export function rememberList(name: string, query: string): void {
  keep(LIST + name, query || undefined);
}

/** What a list was asked for last. */
export function rememberedList(name: string): string | undefined {
  return kept(LIST + name);
}

/** Forgets what all lists were asked for, and the rows that were opened: that is for whoever did so. */
export function forgetLists(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(LIST)) keep(name, undefined);
    for (const name of Object.keys(sessionStorage)) if (name.startsWith('recce.')) sessionStorage.removeItem(name);
  } catch {
    // Then nothing is remembered.
  }
}
