import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from './support/database.ts';

const { kysely: db } = await testDatabase();

/** Those that need none, and why. */
const WITHOUT_INDEX: Readonly<Record<string, string>> = {
  'boards.boards_id_primary_location_id_fkey': 'The primary key has one row for each board.',
  'location_options.location_options_option_id_field_fkey': 'The index of the option is enough: its id is unique.',
  'content_revisions.content_revisions_content_fkey': 'Versions of pages are never deleted.',
  'content_revisions.content_revisions_previous_fkey': 'Versions of pages are never deleted.',
  'content_revisions.content_revisions_restored_fkey': 'Versions of pages are never deleted.',
  'documents.documents_uploaded_by_fkey': 'Rows of accounts are never deleted.',
  'location_drafts.location_drafts_owner_id_fkey': 'Rows of accounts are never deleted.',
  'film_office_areas.film_office_areas_authority_fkey': 'There are some hundred rows at most.',
  'film_office_areas.film_office_areas_office_fkey': 'There are some hundred rows at most.',
  'inbound_mails.inbound_mails_mailbox_fkey': 'Mailboxes are never deleted.',
  'users.users_office_fkey': 'Film offices are deleted by hand, one at a time.',
};

test('every foreign key has an index, without which each deletion of a row reads the whole table that refers to it', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || conname as name from pg_constraint fk
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
        and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey and (indkey::int2[])[0:cardinality(conkey) - 1] <@ conkey)
    order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_INDEX).toSorted());
});
