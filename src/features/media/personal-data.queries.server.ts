import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { getOriginalKey } from './storage-keys.server.ts';

export const UPLOAD_DATA: readonly PersonalDataSection[] = [
  {
    name: 'uploads',
    description: 'Pictures that you are uploading at the moment',
    covers: ['uploads.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select name, bytes, state, rejection_reason, location_id, created_at from uploads
          where user_id = ${id} order by created_at, id`,
      ),
  },
  {
    name: 'uploads-by-day',
    description: 'How much you have uploaded on the last days',
    covers: ['upload_quotas.user_id'],
    read: (db, { id }) =>
      readRows(db, sql`select day::text, bytes from upload_quotas where user_id = ${id} order by day`),
  },
];

/** The stored original of a picture, for the archive of the person whose location has it. */
export function getPictureKey(sha256: string): Key {
  return getOriginalKey(sha256);
}
