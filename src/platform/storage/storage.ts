import type { Readable } from 'node:stream';

/** Files by key: whole or not there at all, and the same for every node that shares the place. */
export interface Storage {
  /** Keeps the content, replacing what was there; durable when it resolves. */
  put(key: Key, content: Uint8Array): Promise<void>;
  read(key: Key): Promise<Uint8Array | null>;
  /** The file as a stream, with its length in bytes. */
  open(key: Key): Promise<StoredFile | null>;
  exists(key: Key): Promise<boolean>;
  /** Forgets the file, if it is there. */
  delete(key: Key): Promise<void>;
  /** Forgets every file below the folder `key`; what is put there meanwhile may stay. */
  deleteFolder(key: Key): Promise<void>;
  /** Rejects when the place of the files cannot be reached; for the readiness check. */
  check(): Promise<void>;
}

export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** A path of names that each begin with a letter or a digit, so that none can lead outside the storage. */
export type Key = string & { readonly brand: 'storage key' };

const NAME_PATTERN = '[a-z0-9][a-z0-9.,_-]*';
const KEY_PATTERN = new RegExp(`^${NAME_PATTERN}(?:/${NAME_PATTERN})*$`);
const MAX_KEY_LENGTH = 200;

/** Makes a key. @throws when the text is none; names that visitors send are to be checked before. */
export function storageKey(text: string): Key {
  if (text.length > MAX_KEY_LENGTH || !KEY_PATTERN.test(text)) throw new Error('not a storage key');
  return text as Key;
}
