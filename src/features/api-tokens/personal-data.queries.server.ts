import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const TOKEN_DATA: PersonalDataSection = {
  name: 'service-tokens',
  description: 'Service tokens that you have made, without their secrets',
  covers: ['api_tokens.user_id'],
  read: (db, { id }) =>
    readRows(
      db,
      sql`
        select name, ending, permissions, read_only, created_at, expires_at, last_used_at, revoked_at
        from api_tokens where user_id = ${id} order by created_at`,
    ),
};
