import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { isLocationInArea } from '../../locations/working-copy/area.queries.server.ts';
import { assertProductionAccessible } from '../../productions/access.queries.server.ts';
import type { Caller } from '../../productions/policy.ts';
import type { stopContacts } from '../contract.ts';
import { NO_SUCH_STOP } from '../messages.ts';
import type { StopContact } from '../schema.ts';

/** Whom the office has chosen to ask about a location: a contact, the account of its owner, or neither. */
export interface ContactChoice {
  readonly location_id: string;
  readonly contact_choice: 'CONTACT' | 'ACCOUNT' | null;
  /** Null also once the chosen contact is deleted. */
  readonly contact_id: string | null;
}

export const NO_CHOICE = { contact_choice: null, contact_id: null } as const;

/** Whether a contact is the one that the office has chosen. */
export function isChosen({ contact }: StopContact, { contact_choice, contact_id }: Omit<ContactChoice, 'location_id'>) {
  return contact_choice !== null && contact === (contact_choice === 'ACCOUNT' ? 'ACCOUNT' : contact_id);
}

/**
 * Lists who can be asked about a location. The first is asked: whom the office has chosen, or without a choice the first contact with an
 * email address, the account of the owner, or a contact to call. If the chosen one is gone, nobody is.
 */
export async function listContacts(
  db: Db,
  { location_id, contact_choice, contact_id }: ContactChoice,
): Promise<StopContact[]> {
  const { rows } = await sql<StopContact>`
    select coalesce(id::text, 'ACCOUNT') as contact, name, email, telephone from (
      select id, firstname || ' ' || lastname as name, email, telephone, case when email is null then 3 else 1 end as rank,
        is_primary, created_at
      from contacts where location_id = ${location_id}
      union all
      select null, u.first_name || ' ' || u.last_name, u.email, null, 2, false, u.created_at
      from locations l join users u on u.id = l.owner_id
      where l.id = ${location_id} and u.enabled_at is not null and u.email_verified_at is not null
    ) c
    order by coalesce(case when id is null then ${contact_choice}::text = 'ACCOUNT' else id = ${contact_id} end, false) desc,
      rank, is_primary desc, created_at, id`.execute(db);
  return rows;
}

/** Lists who can be asked about a stop, the one who is asked first. @throws {ApiError} NOT_FOUND, also for contacts that the caller may not see */
export async function listStopContacts(
  db: Db,
  caller: Caller,
  { id, viewingId, stopId }: z.output<typeof stopContacts.input>,
): Promise<StopContact[]> {
  await assertProductionAccessible(db, caller, 'production.edit', id);
  const { rows } = await sql<ContactChoice>`
    select s.location_id, s.contact_choice, s.contact_id from viewing_stops s join viewings v on v.id = s.viewing_id
    where s.id = ${stopId} and v.id = ${viewingId} and v.production_id = ${id} and s.location_id is not null
      and ${isLocationInArea(caller, 'location.administer', sql`s.location_id`)}`.execute(db);
  if (!rows[0]) throw new ApiError('NOT_FOUND', NO_SUCH_STOP);
  return listContacts(db, rows[0]);
}
