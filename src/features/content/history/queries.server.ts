import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { VERSION_NOT_FOUND } from '../../../platform/text/history-messages.ts';
import { NO_SUCH_PAGE } from '../messages.ts';
import { sanitise } from '../sanitise.server.ts';
import type { ContentRevision, ListedContentRevision, contentRevisionPage } from './schema.ts';
import { withoutDeletedPictures } from './without-deleted-pictures.ts';

type Content = Readonly<Record<string, unknown>>;

interface RevisionRow extends Pick<ListedContentRevision, 'number' | 'action' | 'origin' | 'restored_number'> {
  readonly recorded_at: Date;
  readonly author_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly content: Content | null;
}

function selectRevisions(name: string, condition: RawBuilder<boolean>): RawBuilder<RevisionRow> {
  return sql`
    select r.number, r.action, r.origin, r.recorded_at, r.restored_number, r.author_id, u.first_name, u.last_name, u.enabled_at,
      stored.content
    from content_revisions r
    left join content_revisions stored on stored.name = r.name and stored.number = r.content_number
    left join users u on u.id = r.author_id
    where r.name = ${name} and ${condition} order by r.number desc`;
}

/** Lists a page of the versions of a page, the menu or the footer, latest first. @throws {ApiError} NOT_FOUND */
export async function listContentRevisions(
  db: Db,
  { name, page }: { name: string; page: number },
): Promise<z.input<typeof contentRevisionPage>> {
  const draft = await db
    .selectFrom('content_drafts')
    .innerJoin('content_revisions', 'content_revisions.name', 'content_drafts.name')
    .select(({ fn }) => [
      'version',
      fn.max('number').as('last'),
      sql<boolean>`(array_agg(content_number order by number desc))[1] is null`.as('is_deleted'),
    ])
    .where('content_drafts.name', '=', name)
    .groupBy('content_drafts.name')
    .executeTakeFirst();
  if (!draft) throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  const latest = draft.last - (page - 1) * TABLE_PAGE_SIZE;
  // One more than the page, to compare the earliest with.
  const { rows } = await selectRevisions(name, sql`r.number between ${latest - TABLE_PAGE_SIZE} and ${latest}`).execute(
    db,
  );
  const data = rows.slice(0, TABLE_PAGE_SIZE).map((row, index) => {
    const before = rows[index + 1];
    return { ...toRevision(row), fields: before ? listChangedFields(before.content, row.content) : [] };
  });
  const paging = { total: draft.last, current_page: page, per_page: TABLE_PAGE_SIZE };
  return { data, ...paging, title: await getTitle(db, name), version: draft.version, is_deleted: draft.is_deleted };
}

/** Returns a version with its content. @throws {ApiError} NOT_FOUND */
export async function getContentRevision(
  db: Db,
  { name, number }: { name: string; number: number },
): Promise<ContentRevision> {
  const latest = sql`(select max(number) from content_revisions where name = ${name})`;
  const { rows } = await selectRevisions(name, sql`r.number in (${number}, ${latest})`).execute(db);
  const [current] = rows;
  const row = rows.find((revision) => revision.number === number);
  if (!row) throw new ApiError('NOT_FOUND', VERSION_NOT_FOUND);
  const { content } = row;
  const html = content?.['content'];
  const deleted = await listDeletedPictures(db, content);
  return {
    ...toRevision(row),
    content: content && { ...content, ...(typeof html === 'string' && { content: sanitise(html) }) },
    deleted_pictures: deleted.size,
    is_current: JSON.stringify(withoutDeletedPictures(content, deleted)) === JSON.stringify(current!.content),
  };
}

/** The hashes of pictures of a content that are deleted. */
export async function listDeletedPictures(db: Db, content: object | null): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct image->>'sha256' as sha256
    from jsonb_path_query(${content && JSON.stringify(content)}::jsonb, '$.**.image ? (@.type() == "object")') as image
    where not exists (select from pictures where sha256 = image->>'sha256')`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The latest title that the page had. */
async function getTitle(db: Db, name: string): Promise<string> {
  if (name === 'menu') return 'Menu';
  if (name === 'footer') return 'Footer';
  const { rows } = await sql<{ title: string }>`
    select content->>'title' as title from content_revisions where name = ${name} and content is not null
    order by number desc limit 1`.execute(db);
  return rows[0]?.title ?? name;
}

function listChangedFields(before: Content | null, after: Content | null): string[] {
  if (!before || !after) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function toRevision({ number, action, origin, recorded_at, restored_number, author_id, ...names }: RevisionRow) {
  const { first_name, last_name, enabled_at } = names;
  return {
    number,
    action,
    origin,
    restored_number,
    recorded_at: recorded_at.toISOString(),
    author: toPerson({ id: author_id, first_name, last_name, enabled_at }),
  };
}
