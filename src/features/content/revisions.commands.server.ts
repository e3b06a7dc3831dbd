import { sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';

type Revision = Database['content_revisions'];

/** The author, origin and time of a change to content. */
export interface ContentChange {
  readonly origin: Revision['origin'];
  /** Null for the installation of the site. */
  readonly authorId: string | null;
  readonly at: Date;
}

interface ContentRevision extends ContentChange {
  readonly action: Revision['action'];
  /** Without the name, and with the title of a page; null once the page is deleted. */
  readonly content: object | null;
  readonly restoredNumber?: number | undefined;
}

/**
 * Writes a revision of a page, the menu or the footer, whose draft is locked, once its row is written. Content that is the same as before
 * is not stored again, and saving or restoring it is no revision.
 * @returns the number of the revision; undefined when nothing has changed
 */
export async function recordContentRevision(
  trx: Trx,
  name: string,
  { action, origin, authorId, at, content, restoredNumber }: ContentRevision,
): Promise<number | undefined> {
  const json = content && JSON.stringify(content);
  await sql`insert into content_drafts (name) values (${name}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ number: number }>`
    insert into content_revisions (name, number, action, origin, author_id, recorded_at, restored_number, content_number, content)
    select ${name}, number + 1, ${action}, ${origin}, ${authorId}::uuid, ${at}, ${restoredNumber ?? null}::integer,
      case when new.content is null then null when same then content_number else number + 1 end,
      case when not same then new.content end
    from (select ${json}::jsonb as content) new
    cross join lateral (
      select coalesce(max(number), 0) as number from content_revisions where name = ${name}) last
    left join lateral (
      select content_number from content_revisions r where r.name = ${name} and r.number = last.number) latest on true
    cross join lateral (select coalesce((
      select stored.content = new.content from content_revisions stored
      where stored.name = ${name} and stored.number = latest.content_number), false) as same) compared
    where not same or ${action} not in ('SAVED', 'RESTORED')
    returning number`.execute(trx);
  return rows[0]?.number;
}
