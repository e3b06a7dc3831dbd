import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import type { AnswerRecipient } from './mails.server.ts';
import { ALREADY_PASSED_ON, CHOOSE_LOCATIONS, OWN_OFFICE } from './messages.ts';
import type { passOnForm } from './schema.ts';

type Recipient = Omit<z.output<typeof passOnForm>, 'text'>;
type Participant = AnswerRecipient & { readonly id: string };

/**
 * Adds somebody whom an enquiry is passed on to, or the locations to somebody who has it already. The enquiry must be locked.
 * @throws {ApiError} INVALID, also for the film office of the caller; CONFLICT for an email address that has the enquiry with these
 *   locations already
 */
export async function insertParticipant(
  { trx, actor, at }: CommandContext,
  enquiryId: string,
  { locations, ...recipient }: Recipient,
): Promise<Participant> {
  const office_id = await findOffice(trx, recipient);
  if (office_id !== null && office_id === actor.officeId)
    throw new ApiError('INVALID', CHECK_FIELDS, { name: OWN_OFFICE });
  const wanted = await getPositions(trx, enquiryId, locations);
  const present = await findParticipant(trx, enquiryId, recipient.email);
  const { id } = present ?? (await insert(trx, { ...recipient, enquiry_id: enquiryId, created_at: at, office_id }));
  const known = new Set(present ? await listPositions(trx, id) : []);
  const added = wanted.filter((position) => !known.has(position));
  // A participant without a list has all of them.
  if (present && (added.length === 0 || known.size === 0)) {
    throw new ApiError('CONFLICT', ALREADY_PASSED_ON, { email: ALREADY_PASSED_ON });
  }
  if (added.length > 0) {
    const rows = added.map((position) => ({ participant_id: id, enquiry_id: enquiryId, position }));
    await trx.insertInto('enquiry_participant_locations').values(rows).execute();
  }
  return present ?? { ...recipient, id };
}

/** Returns the chosen positions; all of them if none is chosen. */
async function getPositions(trx: Trx, enquiryId: string, chosen: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('enquiry_locations')
    .select('position')
    .where('enquiry_id', '=', enquiryId)
    .execute();
  const all = rows.map(({ position }) => position);
  if (chosen.length === 0) return all;
  const positions = [...new Set(chosen)];
  if (!positions.every((position) => all.includes(position)))
    throw new ApiError('INVALID', CHECK_FIELDS, { locations: CHOOSE_LOCATIONS });
  return positions;
}

function findParticipant(trx: Trx, enquiryId: string, email: string): Promise<Participant | undefined> {
  return trx
    .selectFrom('enquiry_participants')
    .select(['id', 'kind', 'name', 'email'])
    .where('enquiry_id', '=', enquiryId)
    .where('kind', '<>', 'SENDER')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

function insert(
  trx: Trx,
  row: Omit<Recipient, 'locations'> & {
    readonly enquiry_id: string;
    readonly created_at: Date;
    readonly office_id: number | null;
  },
): Promise<{ id: string }> {
  return trx.insertInto('enquiry_participants').values(row).returning('id').executeTakeFirstOrThrow();
}

async function listPositions(trx: Trx, participantId: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('enquiry_participant_locations')
    .select('position')
    .where('participant_id', '=', participantId)
    .execute();
  return rows.map(({ position }) => position);
}

const IS_OFFICE = { FILM_OFFICE: true, OWNER: false } as const;

/** The film office that an enquiry is passed on to, by the email address of one of its accounts or by its name; null for others. */
async function findOffice(trx: Trx, { kind, name, email }: Omit<Recipient, 'locations'>): Promise<number | null> {
  if (!IS_OFFICE[kind]) return null;
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select office_id from users where lower(email) = ${email.toLowerCase()}),
      (select min(id) from options where field = 'filmoffice' and lower(name) = lower(${name}))) as id`.execute(trx);
  return rows[0]?.id ?? null;
}
