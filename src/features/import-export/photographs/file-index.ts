import { ambiguousName, NAME_LEAVES_FOLDER, NAME_NOT_FOUND } from './messages.ts';
import type { SourceEntry } from './schema.ts';

/** The files that a name means, or why it means none. */
type Found = { readonly files: readonly SourceEntry[] } | { readonly problem: string };

/** Finds files by the names that tables have for them. */
export interface FileIndex {
  find(name: string): Found;
}

/** How names are compared: case does not matter, and macOS writes accents in another form. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Orders names as people do: IMG_2 before IMG_10. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
const collator = new Intl.Collator('en', { numeric: true });

/** Candidates that a message lists. */
const MAX_CANDIDATES = 3;

/**
 * Indexes the files of a folder. Names are looked up among what was listed and never become a path, so that none can lead out of the
 * folder.
 */
export function createFileIndex(files: readonly SourceEntry[]): FileIndex {
  const byPath = Map.groupBy(files, ({ path }) => normalizeName(path));
  const byEnd = new Map<string, SourceEntry[]>();
  const byFolder = new Map<string, SourceEntry[]>();
  for (const file of files) {
    const path = normalizeName(file.path);
    for (const end of getEnds(path)) add(byEnd, end, file);
    for (const folder of getFolders(path)) add(byFolder, folder, file);
  }

  function find(written: string): Found {
    const name = written
      .replaceAll('\\', '/')
      .replace(/^(?:\.\/)+/, '')
      .replace(/\/+$/, '');
    if (/^(?:\/|[a-z]:)/i.test(name) || name.split('/').includes('..')) return { problem: NAME_LEAVES_FOLDER };
    const key = normalizeName(name);
    const candidates = byPath.get(key) ?? byEnd.get(key);
    if (candidates) return choose(candidates, name);
    const inFolder = byFolder.get(key);
    if (!inFolder) return { problem: NAME_NOT_FOUND };
    return { files: inFolder.toSorted((a, b) => compareNames(a.path, b.path)) };
  }
  return { find };
}

/** Two files whose names differ in case only are told apart by it. */
function choose(candidates: readonly SourceEntry[], name: string): Found {
  const [only, ...others] = candidates;
  if (only && others.length === 0) return { files: [only] };
  const exact = candidates.filter(({ path }) => path.normalize('NFC') === name.normalize('NFC'));
  if (exact.length === 1) return { files: exact };
  return { problem: ambiguousName(candidates.slice(0, MAX_CANDIDATES).map(({ path }) => path)) };
}

/** Returns the name of a file without its folders. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function add(index: Map<string, SourceEntry[]>, key: string, file: SourceEntry): void {
  const found = index.get(key);
  if (found) found.push(file);
  else index.set(key, [file]);
}

/** Lists the shorter ends of a path: `b/c.jpg` and `c.jpg` for `a/b/c.jpg`. */
function getEnds(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(index + 1).join('/'));
}

/** Lists the folders of a path: `a` and `a/b` for `a/b/c.jpg`. */
function getFolders(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}
