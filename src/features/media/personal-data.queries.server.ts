import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

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
