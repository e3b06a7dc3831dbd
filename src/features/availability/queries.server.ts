import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { CHECK_FIELDS, PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import { addDays, addMonths, countDays, toDay } from '../../platform/text/days.ts';
import { can } from '../accounts/permissions.ts';
import { getAccessibleLocation } from '../locations/working-copy/access.queries.server.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import type { Caller } from '../locations/working-copy/policy.ts';
import type { findConflicts } from './contract.ts';
import { mergeRanges } from './merge-ranges.ts';
import { DAYS_IN_ORDER, TOO_MANY_DAYS } from './messages.ts';
import {
  type Conflict,
  type DayRange,
  type Entry,
  MAX_ASKED_DAYS,
  type OwnAvailability,
  PUBLIC_MONTHS,
  type PublicAvailability,
  type UnavailableRange,
} from './schema.ts';

/** The condition that a row of `unavailable_days` has one of these days. */
const isIn = ({ first_day, last_day }: DayRange) =>
  sql<boolean>`daterange(first_day, last_day, '[]') && daterange(${first_day}::date, ${last_day}::date, '[]')`;

/** The condition that a row of `availability_entries` has days from this one on. The end of a repetition is when the last one begins. */
export const endsFrom = (day: string) =>
  sql<boolean>`exists (
    select from availability_occurrences o where o.entry_id = availability_entries.id and o.last_day >= ${day}::date)`;

/** The days of the next months that the public sees of a published location. @throws {ApiError} NOT_FOUND */
export async function getPublicAvailability(
  db: Db,
  { id }: { readonly id: string },
  at: Date,
): Promise<PublicAvailability> {
  const published = await db.selectFrom('published_locations').select('id').where('id', '=', id).executeTakeFirst();
  if (!published) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
  const first_day = toDay(at);
  const period = { first_day, last_day: addDays(addMonths(first_day, PUBLIC_MONTHS), -1) };
  const found = await listRanges(db, [id], period);
  return { ...period, ranges: found.get(id) ?? [] };
}

/** What the owner of a location and the team see. @throws {ApiError} NOT_FOUND */
export async function getOwnAvailability(
  db: Db,
  caller: Caller,
  { id }: { readonly id: string },
  { at }: { readonly at: Date },
): Promise<OwnAvailability> {
  await getAccessibleLocation(db, caller, id);
  const today = toDay(at);
  const [entries, { rows: shoots }] = await Promise.all([
    sql<Entry>`
      select id, version, kind, first_day, last_day, repeats, repeats_until, note from availability_entries
      where location_id = ${id} and ${endsFrom(today)} order by first_day, id`.execute(db),
    sql<DayRange>`
      select first_day, last_day from unavailable_days
      where location_id = ${id} and source = 'SHOOT' and last_day >= ${today}::date order by first_day, last_day`.execute(
      db,
    ),
  ]);
  return { entries: entries.rows, shoots };
}

/**
 * Which of some locations are unavailable on some days, or likely so, in the order of the locations. Of locations that are not published, and of
 * past days, which would tell when productions have filmed, the caller must be the owner or of the team.
 * @throws {ApiError} INVALID
 */
export async function listConflicts(
  db: Db,
  caller: Actor | null,
  { ids, enquiry, ...period }: z.output<typeof findConflicts.input>,
  at: Date,
): Promise<Conflict[]> {
  if (period.last_day < period.first_day) throw new ApiError('INVALID', CHECK_FIELDS, { last_day: DAYS_IN_ORDER });
  if (countDays(period.first_day, period.last_day) >= MAX_ASKED_DAYS)
    throw new ApiError('INVALID', CHECK_FIELDS, { last_day: TOO_MANY_DAYS });
  const visible = await listVisible(db, caller, ids);
  const [own, others] = [true, false].map((isOwn) => visible.filter((one) => one.is_own === isOwn).map(({ id }) => id));
  const except = can(caller, 'location.administer') ? enquiry : undefined;
  const future = fromToday(period, at);
  const found = new Map([
    ...(await listRanges(db, own!, period, except)),
    ...(future ? await listRanges(db, others!, future, except) : []),
  ]);
  return [...new Set(ids)].flatMap((id) => {
    const ranges = found.get(id) ?? [];
    return ranges.length > 0 ? [{ id, ranges }] : [];
  });
}

/** The days of a period from today on; undefined if they have passed. */
function fromToday({ first_day, last_day }: DayRange, at: Date): DayRange | undefined {
  const today = toDay(at);
  return last_day < today ? undefined : { first_day: first_day < today ? today : first_day, last_day };
}

async function listVisible(
  db: Db,
  caller: Actor | null,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly is_own: boolean }[]> {
  const isOwn = caller
    ? sql<boolean>`coalesce(l.owner_id = ${caller.id}, false) or ${isLocationInArea(caller, 'location.administer', sql`l.id`)}`
    : sql<boolean>`false`;
  const { rows } = await sql<{ id: string; is_own: boolean }>`
    select * from (select l.id, (${isOwn}) as is_own from locations l where l.id = any(${ids}::uuid[])) found
    where is_own or exists (select from published_locations p where p.id = found.id)`.execute(db);
  return rows;
}

/** The merged days of some locations within a period, by location. @param exceptEnquiry leaves out the shoots of its production */
async function listRanges(
  db: Db,
  ids: readonly string[],
  period: DayRange,
  exceptEnquiry?: string,
): Promise<ReadonlyMap<string, UnavailableRange[]>> {
  const { rows } = await sql<UnavailableRange & { location_id: string }>`
    select location_id, kind, first_day, last_day from unavailable_days u
    where location_id = any(${ids}::uuid[]) and ${isIn(period)} and not exists (
      select from production_enquiries e
      where e.production_id = u.production_id and e.enquiry_id = ${exceptEnquiry ?? null}::uuid)`.execute(db);
  const byLocation = Map.groupBy(rows, ({ location_id }) => location_id);
  return new Map(
    [...byLocation].map(([id, ranges]) => [
      id,
      mergeRanges(
        ranges.map(({ kind, first_day, last_day }) => ({ kind, first_day, last_day })),
        period,
      ),
    ]),
  );
}

/** The published locations that are unavailable on one of these days or more, from today on. */
export async function listBlocked(db: Db, period: DayRange, at: Date): Promise<string[]> {
  const days = fromToday(period, at);
  if (!days) return [];
  const { rows } = await sql<{ location_id: string }>`
    select distinct location_id from unavailable_days join published_locations p on p.id = location_id
    where kind = 'BLOCKED' and ${isIn(days)}`.execute(db);
  return rows.map(({ location_id }) => location_id);
}

/** Those of some locations that are likely unavailable on one of these days or more, from today on. */
export async function listLikely(db: Db, ids: readonly string[], period: DayRange, at: Date): Promise<string[]> {
  const days = fromToday(period, at);
  if (!days) return [];
  const { rows } = await sql<{ location_id: string }>`
    select distinct location_id from unavailable_days
    where kind = 'LIKELY' and location_id = any(${ids}::uuid[]) and ${isIn(days)}`.execute(db);
  return rows.map(({ location_id }) => location_id);
}
