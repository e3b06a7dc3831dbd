import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { parseReasons } from '../decisions/queries.server.ts';
import { listImages } from '../editing/images/queries.server.ts';
import { getImagesVersions } from '../catalogue/published/published-version.queries.server.ts';
import { getComparedImages } from '../admin-record/queries.server.ts';
import { countCompleteSteps } from '../editing/queries.server.ts';
import { throwLocationNotFound, toAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { isLocationInArea } from '../working-copy/area.queries.server.ts';
import type { Caller } from '../working-copy/policy.ts';
import { getWorkingCopies } from '../working-copy/queries.server.ts';
import type { reviewQueue } from './contract.ts';
import type { LocationReview, QueuedLocation, ReviewFigures } from './schema.ts';

type QueueParams = z.output<typeof reviewQueue.input>;

interface PersonColumns {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
}
interface QueueRow extends PersonColumns {
  readonly id: string;
  readonly submitted_at: Date;
  readonly owner_id: string | null;
  readonly is_online: boolean;
  readonly reviewer: string | null;
  readonly reviewer_first: string | null;
  readonly reviewer_last: string | null;
  readonly claimed_at: Date | null;
}

/** A page of the locations that await approval and that the caller reviews, the oldest submission first by default. */
export async function listQueue(db: Db, caller: Caller, params: QueueParams): Promise<Paged<QueuedLocation>> {
  const { page, sortBy = 'submitted_at', sortOrder = 'asc' } = params;
  const direction = sql.raw(sortOrder);
  const matching = selectQueuedIds(caller, params);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from (${matching}) queue`.execute(db);
  const order = sql`order by l.${sql.ref(sortBy)} ${direction}, l.id ${direction}`;
  const { rows } = await sql<QueueRow>`
    select l.id, l.submitted_at, l.owner_id, o.first_name, o.last_name, o.enabled_at, ${IS_ONLINE} as is_online,
      r.id as reviewer, r.first_name as reviewer_first, r.last_name as reviewer_last, c.claimed_at
    from (${matching} ${order} limit ${TABLE_PAGE_SIZE} offset ${(page - 1) * TABLE_PAGE_SIZE}) queue
      join locations l using (id) left join users o on o.id = l.owner_id ${CLAIM_JOIN} ${order}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const copies = await getWorkingCopies(db, ids);
  const images = await listImages(db, ids, 'team');
  const imagesVersions = await getImagesVersions(db, ids);
  const data = rows.flatMap((row): QueuedLocation[] => {
    const copy = copies.get(row.id);
    if (!copy) return [];
    const { title, nearesttown } = copy.fields;
    const pictures = images.get(row.id) ?? [];
    return [
      {
        id: row.id,
        title,
        nearesttown,
        images: pictures.length,
        submitted_at: row.submitted_at.toISOString(),
        kind: row.is_online ? 'change' : 'first',
        owner: toPerson({ ...row, id: row.owner_id }),
        complete: countCompleteSteps(copy, pictures),
        version: copy.version,
        images_version: imagesVersions.get(row.id) ?? '',
        ...toClaim(row),
      },
    ];
  });
  return { data, total: counted[0]?.total ?? 0, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** A claim of a deleted account counts as none. */
const CLAIM_JOIN = sql`
  left join (review_claims c join users r on r.id = c.user_id and r.enabled_at is not null) on c.location_id = l.id`;

const IS_ONLINE = sql<boolean>`exists (select from published_locations p where p.id = l.id)`;

/** The ids of the queue. Without other columns they are read from an index, which has the titles too. */
function selectQueuedIds(caller: Caller, { kind, reviewer }: QueueParams): RawBuilder<{ id: string }> {
  const conditions = [
    sql`l.location_status = 'AWAITING_APPROVAL'`,
    sql`l.submitted_at is not null`,
    isLocationInArea(caller, 'location.review', sql`l.id`),
    ...(kind === undefined ? [] : [sql`${IS_ONLINE} = ${kind === 'change'}`]),
    ...(reviewer === 'me' ? [sql`r.id = ${caller.id}`] : []),
    ...(reviewer === 'colleague' ? [sql`r.id <> ${caller.id}`] : []),
    ...(reviewer === 'nobody' ? [sql`r.id is null`] : []),
  ];
  return sql`
    select l.id from locations l ${reviewer === undefined ? sql`` : CLAIM_JOIN} where ${sql.join(conditions, sql` and `)}`;
}

function toClaim(row: Pick<QueueRow, 'reviewer' | 'reviewer_first' | 'reviewer_last' | 'claimed_at'>) {
  const { reviewer: id, reviewer_first: first_name, reviewer_last: last_name, claimed_at } = row;
  // The account is enabled since it claimed the review; CLAIM_JOIN leaves others out.
  const person = toPerson({ id, first_name, last_name, enabled_at: claimed_at });
  return { reviewer: person, claimed_at: person && (claimed_at?.toISOString() ?? null) };
}

/** Days that the figures are about. */
const FIGURE_DAYS = 30;

/** How long the latest decisions about the locations that the caller reviews took from submission. */
export async function getFigures(db: Db, caller: Caller, now: Date): Promise<ReviewFigures> {
  const { rows } = await sql<Pick<ReviewFigures, 'decisions' | 'median' | 'percentile_90'>>`
    select count(*) as decisions, percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.9) within group (order by seconds) as percentile_90
    from (
      select extract(epoch from decided_at - submitted_at)::float8 as seconds from location_reviews
      where decided_at > ${now}::timestamptz - make_interval(days => ${FIGURE_DAYS})
        and ${isLocationInArea(caller, 'location.review', sql`location_id`)}
    ) reviews`.execute(db);
  return { days: FIGURE_DAYS, ...rows[0]! };
}

/** Returns the data of a review page besides the record. @throws {ApiError} NOT_FOUND when the caller may not see the location */
export async function getReview(snapshot: Db, caller: Caller, id: string): Promise<LocationReview> {
  const copy = (await getWorkingCopies(snapshot, [id])).get(id) ?? throwLocationNotFound();
  toAccessibleLocation(caller, copy);
  const { rows: claims } = await sql<Parameters<typeof toClaim>[0]>`
    select r.id as reviewer, r.first_name as reviewer_first, r.last_name as reviewer_last, c.claimed_at
    from locations l ${CLAIM_JOIN} where l.id = ${id}`.execute(snapshot);
  return {
    ...toClaim(claims[0]!),
    complete: countCompleteSteps(copy, (await listImages(snapshot, [id], 'team')).get(id) ?? []),
    images: await getComparedImages(snapshot, id),
    decisions: await listDecisions(snapshot, id),
  };
}

async function listDecisions(db: Db, locationId: string): Promise<LocationReview['decisions']> {
  const rows = await db
    .selectFrom('location_reviews as v')
    .leftJoin('users as u', 'u.id', 'v.decided_by')
    .select(['v.id', 'v.decision', 'v.submitted_at', 'v.decided_at', 'v.note', 'v.reasons'])
    .select(['u.id as decider', 'u.first_name', 'u.last_name', 'u.enabled_at'])
    .where('v.location_id', '=', locationId)
    .orderBy('v.id', 'desc')
    .execute();
  return rows.map(({ id, decision, submitted_at, decided_at, note, reasons, decider, ...names }) => ({
    id,
    decision,
    note: note ?? '',
    reasons: parseReasons(reasons),
    submitted_at: submitted_at.toISOString(),
    decided_at: decided_at.toISOString(),
    decided_by: toPerson({ ...names, id: decider }),
  }));
}
