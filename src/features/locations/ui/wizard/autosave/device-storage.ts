import { z } from 'zod';
import { type TypedFields, typedFields } from '../../../working-copy/schema.ts';

/** What was typed and the server does not hold yet, with the values that it was typed on. */
interface UnsentChanges {
  readonly was: TypedFields;
  readonly now: TypedFields;
}

const unsent = z.object({ was: typedFields, now: typedFields, at: z.number() });

/** Keeps what somebody types on their device until the server holds it. */
export interface DeviceStorage {
  /** What windows have left of a location, or of the one that is still to come, the oldest first; it is given once. */
  readonly take: (locationId: string | null) => UnsentChanges[];
  /** Keeps what this window has; null forgets it. */
  readonly save: (locationId: string | null, unsent: UnsentChanges | null) => void;
}

const KEY_PREFIX = 'recce.typed';

/** Each window has an entry of its own, so that none writes over what another keeps. A device without room keeps nothing. */
export function openDeviceStorage(userId: string, storage = localStorage): DeviceStorage {
  const ofWindow = Math.random().toString(36).slice(2);
  const toKey = (locationId: string | null) => `${KEY_PREFIX}:${userId}:${locationId ?? 'new'}:`;
  return {
    take: (locationId) => {
      const keys = Object.keys(storage).filter((key) => key.startsWith(toKey(locationId)));
      const found = keys.flatMap((key) => parseUnsent(storage.getItem(key)));
      for (const key of keys) storage.removeItem(key);
      return found.toSorted((one, other) => one.at - other.at);
    },
    save: (locationId, typed) => {
      const key = toKey(locationId) + ofWindow;
      try {
        if (typed) storage.setItem(key, JSON.stringify({ ...typed, at: Date.now() }));
        else storage.removeItem(key);
      } catch {
        // No room, or none given: the server keeps what is typed as soon as it is reached.
      }
    },
  };
}

function parseUnsent(text: string | null): z.output<typeof unsent>[] {
  try {
    return [unsent.parse(JSON.parse(text ?? ''))];
  } catch {
    return [];
  }
}
