import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { hashSecret } from '../../../platform/http/secrets.server.ts';
import { getEndOfDay, getStartOfDay } from '../../../platform/text/day-bounds.ts';
import { addDays } from '../../../platform/text/days.ts';
import { LINK_UNUSABLE } from '../messages.ts';
import { getVisit } from '../queries.server.ts';
import type { Contact, Itinerary, StopState, ViewingRequest } from '../schema.ts';

interface LinkRow {
  readonly viewing_id: string;
  readonly stop_id: string | null;
  readonly person_id: string | null;
}

/**
 * Returns what the link of an email is for. Links end with the day of the viewing, and those of a person when they leave the party.
 * @throws {ApiError} NOT_FOUND for an expired, withdrawn or unknown link alike
 */
async function getLink(db: Db, token: string, at: Date): Promise<LinkRow> {
  const { rows } = await sql<LinkRow & { readonly day: string }>`
    select m.viewing_id, m.stop_id, m.person_id, v.day from viewing_mails m join viewings v on v.id = m.viewing_id
    where m.token_hash = ${hashSecret(token)} and (m.person_id is null or exists (
      select from viewing_party vp where vp.viewing_id = m.viewing_id and vp.person_id = m.person_id))`.execute(db);
  const [row] = rows;
  if (!row || at >= getEndOfDay(row.day)) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return row;
}

/** Returns the stop that the link of an owner is for. @throws {ApiError} NOT_FOUND */
export async function getStopByLink(db: Db, token: string, at: Date): Promise<{ id: string; viewingId: string }> {
  const { stop_id, viewing_id } = await getLink(db, token, at);
  if (stop_id === null) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return { id: stop_id, viewingId: viewing_id };
}

/** Returns what the link of an owner leads to. @throws {ApiError} NOT_FOUND */
export async function getRequest(db: Db, { token }: { readonly token: string }, at: Date): Promise<ViewingRequest> {
  const { id, viewingId } = await getStopByLink(db, token, at);
  const [{ production, day, people }, { answer_note, ...stop }] = await Promise.all([
    getVisit(db, viewingId, at),
    db
      .selectFrom('viewing_stops')
      .select(['title', 'slot_from', 'slot_to', 'state', 'answer_note', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...stop, production, day, people, note: answer_note };
}

interface StopRow {
  readonly location_id: string | null;
  readonly title: string;
  readonly slot_from: string;
  readonly slot_to: string;
  readonly state: StopState;
  readonly contact: Contact;
  /** As published. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly exact_latitude: number | null;
  readonly exact_longitude: number | null;
}

/** An itinerary with what its reading is recorded with: the person, and the locations whose positions and contacts they get. */
interface ReadItinerary {
  readonly itinerary: Itinerary;
  readonly personId: string;
  readonly productionId: string;
  readonly reference: string;
  readonly disclosed: readonly string[];
}

/**
 * Returns the itinerary that a link leads to. It has exact positions and contacts of confirmed stops only, from the day before to the end of
 * the day.
 * @throws {ApiError} NOT_FOUND
 */
export async function readItinerary(db: Db, token: string, at: Date): Promise<ReadItinerary> {
  const { viewing_id, person_id } = await getLink(db, token, at);
  if (person_id === null) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  const [visit, { rows: stops }, { cancelled_at }] = await Promise.all([
    getVisit(db, viewing_id, at),
    sql<StopRow>`
      select s.location_id, s.title, s.slot_from, s.slot_to, s.state, pl.latitude, pl.longitude,
        l.latitude as exact_latitude, l.longitude as exact_longitude,
        jsonb_build_object('name', contact_name, 'email', contact_email, 'telephone', contact_telephone) as contact
      from viewing_stops s left join locations l on l.id = s.location_id left join published_locations pl on pl.id = s.location_id
      where s.viewing_id = ${viewing_id} order by s.slot_from, s.id`.execute(db),
    db.selectFrom('viewings').select('cancelled_at').where('id', '=', viewing_id).executeTakeFirstOrThrow(),
  ]);
  const { day, people, note, production, production_id, reference } = visit;
  const is_disclosed = cancelled_at === null && at >= getStartOfDay(addDays(day, -1)) && at < getEndOfDay(day);
  const isShown = (stop: StopRow) => is_disclosed && stop.state === 'CONFIRMED' && stop.location_id !== null;
  return {
    itinerary: {
      production,
      day,
      people,
      note,
      cancelled: cancelled_at !== null,
      is_disclosed,
      stops: stops.map((stop) => ({
        title: stop.title,
        slot_from: stop.slot_from,
        slot_to: stop.slot_to,
        state: stop.state,
        position: isShown(stop)
          ? (toPosition(stop.exact_latitude, stop.exact_longitude, true) ??
            toPosition(stop.latitude, stop.longitude, false))
          : toPosition(stop.latitude, stop.longitude, false),
        contact: isShown(stop) ? stop.contact : null,
      })),
    },
    personId: person_id,
    productionId: production_id,
    reference,
    disclosed: stops.filter(isShown).flatMap(({ location_id }) => location_id ?? []),
  };
}

function toPosition(latitude: number | null, longitude: number | null, is_exact: boolean) {
  return latitude === null || longitude === null ? null : { latitude, longitude, is_exact };
}
