import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Services } from '../../platform/http/handlers.ts';
import { getStartOfDay } from '../../platform/text/day-bounds.ts';
import { toDay } from '../../platform/text/days.ts';
import { listRolesWith } from '../accounts/permissions.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import { assertProductionAccessible } from '../productions/access.queries.server.ts';
import type { Caller } from '../productions/policy.ts';
import { findLocations } from '../search/queries.server.ts';
import type { audience } from './contract.ts';
import * as messages from './messages.ts';
import { type Audience, MAX_MATCHES, MAX_MONTHLY_MAILS, type OwnerState } from './schema.ts';
import { parseSearchText } from './search-text.ts';

/** An owner of matching locations. */
export interface MatchingOwner {
  readonly user_id: string;
  readonly state: OwnerState;
  /** In the order of the search. */
  readonly location_ids: readonly string[];
}

interface Matches {
  readonly locations: number;
  readonly withoutOwner: number;
  readonly owners: readonly MatchingOwner[];
}

/** A member of a film office of the area of matching locations. */
export interface OfficeMember {
  readonly user_id: string;
  readonly office: string;
  readonly sent: boolean;
}

/**
 * Finds the locations that a call-out matches now, and their owners: those of the area of a film office only, if one asks.
 * @throws {ApiError} CONFLICT when too many match
 */
export async function findMatches(
  db: Db,
  caller: Caller,
  callOut: { readonly id: string; readonly search: string },
  { search, at }: Pick<Services, 'search'> & { readonly at: Date },
): Promise<Matches & { readonly offices: readonly OfficeMember[] }> {
  const { ids, total } = await findLocations(search, parseSearchText(callOut.search), MAX_MATCHES);
  if (total > MAX_MATCHES) throw new ApiError('CONFLICT', messages.tooManyMatches(MAX_MATCHES));
  const matching = sql`(
    select l.id, l.owner_id, t.position from unnest(${ids}::uuid[]) with ordinality t (id, position)
    join locations l on l.id = t.id where ${isLocationInArea(caller, 'location.administer', sql`l.id`)})`;
  const [matches, offices] = await Promise.all([
    readOwners(db, callOut.id, matching, at),
    listOfficeMembers(db, caller, callOut.id, matching),
  ]);
  return { ...matches, offices };
}

/** @param matching SQL of the matching locations */
async function readOwners(db: Db, id: string, matching: RawBuilder<unknown>, at: Date): Promise<Matches> {
  const month = getStartOfDay(`${toDay(at).slice(0, 7)}-01`);
  const { rows } = await sql<Omit<MatchingOwner, 'state'> & { readonly state: OwnerState | null }>`
    select m.owner_id as user_id, m.location_ids, case
      when u.enabled_at is null then null
      when exists (select from call_out_recipients r where r.call_out_id = ${id} and r.user_id = u.id) then 'SENT'
      when not exists (select from call_out_consents c where c.user_id = u.id) then 'NO_CONSENT'
      when u.email is null or u.email_verified_at is null then 'NO_EMAIL'
      when (
        select count(*) from call_out_recipients r where r.user_id = u.id and not r.is_office and r.sent_at >= ${month}
      ) >= ${MAX_MONTHLY_MAILS} then 'CAPPED'
      else 'READY' end as state
    from (
      select owner_id, array_agg(id order by position) as location_ids, min(position) as first from ${matching} m group by owner_id
    ) m left join users u on u.id = m.owner_id order by m.first`.execute(db);
  const count = (some: readonly Pick<MatchingOwner, 'location_ids'>[]) =>
    some.reduce((sum, { location_ids }) => sum + location_ids.length, 0);
  const owners = rows.flatMap(({ state, ...owner }) => (state === null ? [] : { ...owner, state }));
  return { locations: count(rows), withoutOwner: count(rows) - count(owners), owners };
}

/** The accounts of the film offices of these locations, without the caller's own office. */
async function listOfficeMembers(
  db: Db,
  { officeId = null }: Caller,
  id: string,
  matching: RawBuilder<unknown>,
): Promise<OfficeMember[]> {
  const { rows } = await sql<OfficeMember>`
    select u.id as user_id, o.name as office,
      exists (select from call_out_recipients r where r.call_out_id = ${id} and r.user_id = u.id) as sent
    from users u join options o on o.id = u.office_id
    where u.role = any(${listRolesWith('production.view')}) and u.enabled_at is not null and u.email_verified_at is not null
      and u.office_id is distinct from ${officeId}
      and u.office_id in (select ll.office_id from location_list ll join ${matching} m on m.id = ll.id)
    order by o.name, u.id`.execute(db);
  return rows;
}

/** Returns whom a call-out reaches now. @throws {ApiError} NOT_FOUND; CONFLICT when too many locations match */
export async function getAudience(
  db: Db,
  caller: Caller,
  { id, callOutId }: z.output<typeof audience.input>,
  context: Pick<Services, 'search'> & { readonly at: Date },
): Promise<Audience> {
  await assertProductionAccessible(db, caller, 'production.edit', id);
  const callOut = await db
    .selectFrom('call_outs')
    .select(['id', 'search'])
    .where('id', '=', callOutId)
    .where('production_id', '=', id)
    .executeTakeFirst();
  if (!callOut) throw new ApiError('NOT_FOUND', messages.NO_SUCH_CALL_OUT);
  const { locations, withoutOwner, owners, offices } = await findMatches(db, caller, callOut, context);
  const countOwners = (wanted: OwnerState) => owners.filter(({ state }) => state === wanted).length;
  return {
    locations,
    without_owner: withoutOwner,
    owners: {
      SENT: countOwners('SENT'),
      NO_CONSENT: countOwners('NO_CONSENT'),
      NO_EMAIL: countOwners('NO_EMAIL'),
      CAPPED: countOwners('CAPPED'),
      READY: countOwners('READY'),
    },
    offices: [...new Set(offices.map(({ office }) => office))].map((name) => ({
      name,
      sent: offices.every(({ office, sent }) => office !== name || sent),
    })),
  };
}
