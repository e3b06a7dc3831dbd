import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { toDay } from '../../platform/text/days.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import { assertProductionAccessible } from '../productions/access.queries.server.ts';
import { getOutsideName } from '../productions/list.queries.server.ts';
import type { Caller } from '../productions/policy.ts';
import { NO_SUCH_VIEWING } from './messages.ts';
import type { Visit } from './mails.server.ts';
import type { Viewing, ViewingStop } from './schema.ts';

interface ViewingRecord extends Pick<Viewing, 'id' | 'version' | 'day' | 'people' | 'note' | 'party'> {
  readonly sent_version: number | null;
  readonly cancelled_at: Date | null;
}

/** Whether nobody is asked about stop `s`, since whom the office has chosen is gone. */
const IS_CONTACT_GONE = sql`(s.state = 'PLANNED' and s.location_id is not null and case s.contact_choice
  when 'CONTACT' then not exists (select from contacts c where c.id = s.contact_id and c.location_id = s.location_id)
  when 'ACCOUNT' then not exists (
    select from locations l join users u on u.id = l.owner_id
    where l.id = s.location_id and u.enabled_at is not null and u.email_verified_at is not null)
  else false end)`;

/**
 * Lists the viewings of a production, the latest day first.
 * @throws {ApiError} NOT_FOUND when the caller may not see the production
 */
export async function listViewings(
  db: Db,
  caller: Caller,
  { id }: { readonly id: string },
  { at }: { readonly at: Date },
): Promise<Viewing[]> {
  await assertProductionAccessible(db, caller, 'production.view', id);
  const [{ rows: viewings }, { rows: stops }] = await Promise.all([
    sql<ViewingRecord>`
      select v.*, coalesce((
        select jsonb_agg(jsonb_build_object('person_id', c.id, 'name', c.name, 'email', c.email) order by c.name, c.id)
        from viewing_party vp join people c on c.id = vp.person_id where vp.viewing_id = v.id), '[]') as party
      from viewings v where production_id = ${id} order by v.day desc, v.created_at desc, v.id`.execute(db),
    sql<ViewingStop & { readonly viewing_id: string }>`
      select s.id, s.viewing_id, s.title, s.slot_from, s.slot_to, s.state, s.answer_note,
        is_contact_gone and is_in_area as is_contact_gone,
        case when num_nonnulls(contact_name, contact_email, contact_telephone) > 0
          and not is_contact_gone and is_in_area
        then jsonb_build_object('name', contact_name, 'email', contact_email, 'telephone', contact_telephone) end as contact
      from viewing_stops s join viewings v on v.id = s.viewing_id cross join lateral (
        select ${IS_CONTACT_GONE}, s.location_id is not null and ${isLocationInArea(caller, 'location.administer', sql`s.location_id`)}
      ) t (is_contact_gone, is_in_area)
      where v.production_id = ${id} order by s.slot_from, s.id`.execute(db),
  ]);
  return viewings.map(({ sent_version, cancelled_at, ...row }) => ({
    ...row,
    is_open: isOpen({ ...row, cancelled_at }, at),
    cancelled: cancelled_at !== null,
    itinerary: getItineraryState(sent_version, row.version),
    stops: stops.filter(({ viewing_id }) => viewing_id === row.id),
  }));
}

function getItineraryState(sent: number | null, version: number): Viewing['itinerary'] {
  if (sent === null) return 'NOT_SENT';
  return sent === version ? 'SENT' : 'OUTDATED';
}

/** Whether a viewing can still change: its day has not passed, and it is not cancelled. */
export function isOpen({ day, cancelled_at }: Pick<ViewingRecord, 'day' | 'cancelled_at'>, at: Date): boolean {
  return cancelled_at === null && day >= toDay(at);
}

/** Returns a viewing as its emails describe it. @throws {ApiError} NOT_FOUND */
export async function getVisit(db: Db, viewingId: string, at: Date): Promise<Visit> {
  const { rows } = await sql<Visit>`
    select v.id, v.version, v.production_id, v.day, v.people, v.note, p.reference, ${getOutsideName(at)} as production
    from viewings v join productions p on p.id = v.production_id where v.id = ${viewingId}`.execute(db);
  if (!rows[0]) throw new ApiError('NOT_FOUND', NO_SUCH_VIEWING);
  return rows[0];
}
