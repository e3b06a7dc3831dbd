import type { Readable } from 'node:stream';

/** A file storage shared by all nodes. Writes are atomic. */
export interface Storage {
  /** Stores a file, replacing an existing one; durable when it resolves. */
  put(key: Key, content: Uint8Array): Promise<void>;
  /** Stores a copy of a local file of any size. */
  putFile(key: Key, file: string): Promise<void>;
  read(key: Key): Promise<Uint8Array | null>;
  /** Reads a range of a file, shorter at its end; null if the file is missing. */
  readRange(key: Key, offset: number, length: number): Promise<Uint8Array | null>;
  /** Opens a file as a stream, with its length in bytes; null if missing. */
  open(key: Key): Promise<StoredFile | null>;
  exists(key: Key): Promise<boolean>;
  /** Lists all files below a folder, or all files, in no particular order. */
  list(folder?: Key): AsyncIterable<Key>;
  /** Deletes a file, if it exists. */
  delete(key: Key): Promise<void>;
  /** Deletes all files below the folder `key`; files written concurrently may remain. */
  deleteFolder(key: Key): Promise<void>;
  /** Rejects if the storage is unavailable. */
  check(): Promise<void>;
}

export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** A path whose segments begin with a letter or digit, so that it cannot lead outside the storage. */
export type Key = string & { readonly brand: 'storage key' };

const NAME_PATTERN = '[a-z0-9][a-z0-9.,_-]*';
const KEY_PATTERN = new RegExp(`^${NAME_PATTERN}(?:/${NAME_PATTERN})*$`);
const MAX_KEY_LENGTH = 200;

/** Parses a storage key. @throws if the text is not a valid key: validate names from clients first */
export function toStorageKey(text: string): Key {
  if (!isStorageKey(text)) throw new Error('not a storage key');
  return text;
}

export function isStorageKey(text: string): text is Key {
  return text.length <= MAX_KEY_LENGTH && KEY_PATTERN.test(text);
}
