import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { formatDay } from '../../platform/text/dates.ts';
import { toDay } from '../../platform/text/days.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import type { AccountDeletedEvent } from '../accounts/events.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import type { CompanyEvent } from '../companies/events.ts';
import { lockProduction, toAuditEntry } from '../productions/commands.server.ts';
import { type Change, lockViewing, recordViewingChange } from './changes.commands.server.ts';
import type { addViewing, sendItinerary, updateViewing } from './contract.ts';
import { type Context, assertMailLimit, disinvite, listInvited, listStops } from './mailing.commands.server.ts';
import { type Visit, itineraryMail } from './mails.server.ts';
import * as messages from './messages.ts';
import { getVisit } from './queries.server.ts';
import { MAX_VIEWINGS } from './schema.ts';
import { askAgain, cancelStops } from './stops.commands.server.ts';

/** Adds a viewing. @throws {ApiError} NOT_FOUND; INVALID for a day in the past or people who are no contacts; CONFLICT at the limit */
export async function createViewing(
  context: CommandContext,
  { id, day, people, note, party }: z.output<typeof addViewing.input>,
): Promise<void> {
  const { trx, at } = context;
  const entry = toAuditEntry(await lockProduction(context, id), context);
  assertDay(day, at);
  await assertWithinLimit(trx, {
    lock: `viewings of production ${id}`,
    count: sql`select count(*) from viewings where production_id = ${id}`,
    adding: 1,
    max: MAX_VIEWINGS,
    message: messages.viewingLimit,
  });
  const { id: viewingId } = await trx
    .insertInto('viewings')
    .values({ production_id: id, day, people, note, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setParty(trx, { id, viewingId, party });
  await recordViewingChange(context, { id: viewingId, day, production_id: id }, null, 'Planned');
  await recordAudit(trx, { ...entry, type: 'PRODUCTION_UPDATED', details: { ...entry.details, fields: 'viewings' } });
}

/**
 * Changes a viewing. Owners who were asked for another day are asked again; people who leave the party are told.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT
 */
export async function changeViewing(
  context: Context,
  { day, people, note, party, ...change }: z.output<typeof updateViewing.input>,
): Promise<void> {
  const { trx, at } = context;
  const before = await lockViewing(context, change);
  assertDay(day, at);
  const { id, viewingId } = change;
  await setParty(trx, { id, viewingId, party });
  await trx.updateTable('viewings').set({ day, people, note }).where('id', '=', viewingId).execute();
  const describe = (visit: Pick<Visit, 'day' | 'people'>) =>
    `${formatDay(visit.day)}, ${formatCount(visit.people, 'person', 'people')}`;
  await recordViewingChange(context, before, describe(before), describe({ day, people }));
  const stops = await listStops(trx, viewingId);
  const left = await listInvited(trx, viewingId, party);
  await disinvite(context, { ...(await getVisit(trx, viewingId, at)), day: before.day }, stops, left);
  if (day !== before.day) await askAgain(context, viewingId, stops);
}

function assertDay(day: string, at: Date): void {
  if (day < toDay(at)) throw new ApiError('INVALID', CHECK_FIELDS, { day: messages.DAY_HAS_PASSED });
}

/** @throws {ApiError} INVALID for people who are no contacts of the production */
async function setParty(
  trx: Trx,
  { id, viewingId, party }: { id: string; viewingId: string; party: readonly string[] },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('viewing_party')
    .columns(['viewing_id', 'person_id'])
    .expression((from) =>
      from
        .selectFrom('production_contacts')
        .select([sql<string>`${viewingId}::uuid`.as('viewing_id'), 'person_id'])
        .where('production_id', '=', id)
        .where('person_id', 'in', [...party, viewingId]),
    )
    .onConflict((conflict) => conflict.columns(['viewing_id', 'person_id']).doUpdateSet({ viewing_id: viewingId }))
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) < new Set(party).size)
    throw new ApiError('INVALID', CHECK_FIELDS, { party: messages.CHOOSE_CONTACTS });
  await trx
    .deleteFrom('viewing_party')
    .where('viewing_id', '=', viewingId)
    .where('person_id', 'not in', [...party, viewingId])
    .execute();
}

/** Emails the itinerary to the people of the party. @throws {ApiError} NOT_FOUND; CONFLICT without stops or email addresses, or at the limit */
export async function emailItinerary(context: Context, change: z.output<typeof sendItinerary.input>): Promise<void> {
  const { trx, at } = context;
  const { id, viewingId } = change;
  const before = await lockViewing(context, change);
  const stops = (await listStops(trx, viewingId)).filter(({ state }) => state !== 'CANCELLED' && state !== 'DECLINED');
  if (stops.length === 0) throw new ApiError('CONFLICT', messages.NO_STOPS);
  const party = await trx
    .selectFrom('viewing_party as vp')
    .innerJoin('people as c', 'c.id', 'vp.person_id')
    .select(['c.id', 'c.name', 'c.email'])
    .where('vp.viewing_id', '=', viewingId)
    .where('c.email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute();
  if (party.length === 0) throw new ApiError('CONFLICT', messages.NOBODY_TO_SEND_TO);
  await assertMailLimit(context, id, party.length);
  const sent = `Itinerary sent to ${formatCount(party.length, 'person', 'people')}`;
  await recordViewingChange(context, before, null, sent);
  const visit = await getVisit(trx, viewingId, at);
  await trx.updateTable('viewings').set({ sent_version: visit.version }).where('id', '=', viewingId).execute();
  for (const person of party) {
    const mail_id = await context.queueMail(trx, itineraryMail(visit, stops, person, context));
    await trx
      .insertInto('viewing_mails')
      .values({ mail_id, viewing_id: viewingId, person_id: person.id, created_at: at })
      .execute();
  }
}

/** Cancels a viewing, and tells the owners who were asked and the people who have an itinerary. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function endViewing(context: Context, change: Change): Promise<void> {
  const { trx, at } = context;
  const { viewingId } = change;
  const before = await lockViewing(context, change);
  const stops = await listStops(trx, viewingId);
  await cancelStops(context, before, stops);
  await trx.updateTable('viewings').set({ cancelled_at: at }).where('id', '=', viewingId).execute();
  await recordViewingChange(context, before, null, 'Cancelled');
  const visit = await getVisit(trx, viewingId, at);
  await disinvite(context, visit, stops, await listInvited(trx, viewingId));
}

/** Moves the viewings of a person who is merged to the one who stays. */
export async function mergePeople(trx: Trx, { from, into }: Pick<CompanyEvent, 'from' | 'into'>): Promise<void> {
  await sql`
    insert into viewing_party (viewing_id, person_id) select viewing_id, ${into} from viewing_party where person_id = ${from}
    on conflict do nothing`.execute(trx);
  await trx.deleteFrom('viewing_party').where('person_id', '=', from).execute();
  await trx.updateTable('viewing_mails').set({ person_id: into }).where('person_id', '=', from).execute();
}

/** Deletes the contact details of somebody whose account is deleted. */
export async function deleteContact(trx: Trx, { email }: Pick<AccountDeletedEvent, 'email'>): Promise<void> {
  await trx
    .updateTable('viewing_stops')
    .set({ contact_name: null, contact_email: null, contact_telephone: null })
    .where(sql`lower(contact_email)`, '=', email.toLowerCase())
    .execute();
}
