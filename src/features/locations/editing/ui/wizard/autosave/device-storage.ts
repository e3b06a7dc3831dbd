import { z } from 'zod';
import { listKeys, readItem, writeItem } from '../../../../../../ui/browser-storage.ts';
import { type TypedFields, typedFields } from '../../../../working-copy/schema.ts';

/** Input that the server has not saved yet, with the values it is based on. */
interface UnsentChanges {
  readonly base: TypedFields;
  readonly input: TypedFields;
}

const unsent = z.object({ base: typedFields, input: typedFields, at: z.number() });

/** Stores input on the device until the server has saved it. */
export interface DeviceStorage {
  /** Removes and returns the input of all windows for a location, or for the new draft; the oldest first. */
  readonly take: (locationId: string | null) => UnsentChanges[];
  /** Saves the input of this window; null deletes it. */
  readonly save: (locationId: string | null, unsent: UnsentChanges | null) => void;
}

const KEY_PREFIX = 'recce.typed';

/**
 * Opens the storage of a user. Each window has its own entry, so that windows do not overwrite each other. If the storage is full or
 * forbidden, the input is saved on the server only.
 */
export function openDeviceStorage(userId: string): DeviceStorage {
  const windowId = Math.random().toString(36).slice(2);
  const toKey = (locationId: string | null) => `${KEY_PREFIX}:${userId}:${locationId ?? 'new'}:`;
  return {
    take: (locationId) => {
      const keys = listKeys('localStorage', toKey(locationId));
      const found = keys.flatMap((key) => parseUnsent(readItem('localStorage', key)));
      for (const key of keys) writeItem('localStorage', key, undefined);
      return found.toSorted((one, other) => one.at - other.at);
    },
    save: (locationId, changes) => {
      const text = changes ? JSON.stringify({ ...changes, at: Date.now() }) : undefined;
      writeItem('localStorage', toKey(locationId) + windowId, text);
    },
  };
}

function parseUnsent(text: string | undefined): z.output<typeof unsent>[] {
  try {
    return [unsent.parse(JSON.parse(text ?? ''))];
  } catch {
    return [];
  }
}
