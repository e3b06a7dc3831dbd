import { sql } from 'kysely';
import type { z } from 'zod';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import { lockViewing, recordStopChange } from './changes.commands.server.ts';
import { findContactColumns } from './contacts/commands.server.ts';
import { NO_CHOICE } from './contacts/queries.server.ts';
import type { addStop, askOwners, cancelStop, recordAnswer, updateStop } from './contract.ts';
import {
  type Context,
  type StopRecord,
  assertMailLimit,
  confirmAnswer,
  listStops,
  queueOwnerMail,
} from './mailing.commands.server.ts';
import { type Visit, cancellationMail, requestMail } from './mails.server.ts';
import * as messages from './messages.ts';
import { getVisit } from './queries.server.ts';
import { MAX_STOPS, type StopState } from './schema.ts';

const WAS_ASKED: ReadonlySet<StopState> = new Set(['ASKED', 'CONFIRMED', 'DECLINED']);

/** Adds a location of the production to a viewing. @throws {ApiError} NOT_FOUND; INVALID; CONFLICT, also at the limit */
export async function createStop(
  context: CommandContext,
  { locationId, slot_from, slot_to, ...change }: z.output<typeof addStop.input>,
): Promise<void> {
  const { trx, actor } = context;
  const { id, viewingId } = change;
  const visit = await lockViewing(context, change);
  assertSlot({ slot_from, slot_to });
  const { rows } = await sql<{ title: string }>`
    select title from production_locations pl where production_id = ${id} and location_id = ${locationId}
      and ${isLocationInArea(actor, 'location.administer', sql`pl.location_id`)}`.execute(trx);
  const [location] = rows;
  if (!location) throw new ApiError('INVALID', CHECK_FIELDS, { locationId: messages.CHOOSE_LOCATION });
  await assertWithinLimit(trx, {
    lock: `stops of viewing ${viewingId}`,
    count: sql`select count(*) from viewing_stops where viewing_id = ${viewingId}`,
    adding: 1,
    max: MAX_STOPS,
    message: messages.stopLimit,
  });
  const slot = { title: location.title, slot_from, slot_to };
  await trx
    .insertInto('viewing_stops')
    .values({
      viewing_id: viewingId,
      location_id: locationId,
      ...slot,
      ...(await findContactColumns(trx, { location_id: locationId, ...NO_CHOICE })),
    })
    .execute();
  await recordStopChange(context, visit, { ...slot, state: null }, 'PLANNED');
}

/** Changes the time of a stop, and asks its owner again. @throws {ApiError} NOT_FOUND; INVALID; CONFLICT */
export async function changeStop(
  context: Context,
  { stopId, slot_from, slot_to, ...change }: z.output<typeof updateStop.input>,
): Promise<void> {
  const { trx } = context;
  const visit = await lockViewing(context, change);
  assertSlot({ slot_from, slot_to });
  const stop = await getStop(context, change.viewingId, stopId);
  if (stop.slot_from === slot_from && stop.slot_to === slot_to) return;
  await trx.updateTable('viewing_stops').set({ slot_from, slot_to }).where('id', '=', stopId).execute();
  const changed = { ...stop, slot_from, slot_to };
  await (WAS_ASKED.has(stop.state)
    ? askAgain(context, change.viewingId, [changed])
    : recordStopChange(context, visit, changed, stop.state));
}

function assertSlot({ slot_from, slot_to }: Pick<StopRecord, 'slot_from' | 'slot_to'>): void {
  if (slot_to <= slot_from) throw new ApiError('INVALID', CHECK_FIELDS, { slot_to: messages.TIMES_IN_ORDER });
}

async function getStop({ trx }: CommandContext, viewingId: string, stopId: string): Promise<StopRecord> {
  const stop = (await listStops(trx, viewingId)).find(({ id }) => id === stopId);
  if (!stop) throw new ApiError('NOT_FOUND', messages.NO_SUCH_STOP);
  if (stop.state === 'CANCELLED') throw new ApiError('CONFLICT', messages.STOP_CANCELLED);
  return stop;
}

/**
 * Asks the owners who were not asked yet and have an email address; not those whose contact the office has chosen, but who is gone.
 * @returns a message about it
 * @throws {ApiError} NOT_FOUND; CONFLICT when there are none, or at the limit
 */
export async function askAll(context: Context, change: z.output<typeof askOwners.input>): Promise<string> {
  const { trx } = context;
  const visit = await lockViewing(context, change);
  const planned = (await listStops(trx, change.viewingId)).filter(({ state }) => state === 'PLANNED');
  const gone: string[] = [];
  let asked = 0;
  for (const stop of planned) {
    const { location_id, ...choice } = stop;
    if (location_id === null) continue;
    // The contacts of the location may have changed since the stop was added.
    const contact = await findContactColumns(trx, { location_id, ...choice });
    if (!contact) {
      gone.push(stop.title);
      continue;
    }
    await trx.updateTable('viewing_stops').set(contact).where('id', '=', stop.id).execute();
    if (contact.contact_email === null) continue;
    await assertMailLimit(context, change.id, 1);
    await ask(context, visit, { ...stop, ...contact }, false);
    asked += 1;
  }
  if (asked === 0) throw new ApiError('CONFLICT', gone.length > 0 ? messages.CONTACT_GONE : messages.NOBODY_TO_ASK);
  return gone.length > 0 ? messages.ownersAskedExcept(gone) : messages.OWNERS_ASKED;
}

/** Asks the owners who were asked for another time again. Those without an email address are to be asked by the office. */
export async function askAgain(context: Context, viewingId: string, stops: readonly StopRecord[]): Promise<void> {
  const { trx, at } = context;
  const visit = await getVisit(trx, viewingId, at);
  for (const stop of stops.filter(({ state }) => WAS_ASKED.has(state))) {
    await trx
      .updateTable('viewing_stops')
      .set(({ eb }) => ({ version: eb('version', '+', 1), answer_note: null, state: 'PLANNED' as const }))
      .where('id', '=', stop.id)
      .execute();
    if (stop.contact_email === null) {
      await recordStopChange(context, visit, stop, 'PLANNED');
      continue;
    }
    await assertMailLimit(context, visit.production_id, 1);
    await ask(context, visit, stop, true);
  }
}

async function ask(context: Context, visit: Visit, stop: StopRecord, isChange: boolean): Promise<void> {
  const { trx } = context;
  const { contact_name: name, contact_email: email } = stop;
  await trx.updateTable('viewing_stops').set({ state: 'ASKED' }).where('id', '=', stop.id).execute();
  await recordStopChange(context, visit, stop, 'ASKED');
  const recipient = { name: name ?? email!, email: email! };
  await queueOwnerMail(context, visit, stop, requestMail(visit, stop, recipient, isChange, context));
}

/**
 * Records the answer that an owner has given to the office, and confirms it by email.
 * @throws {ApiError} NOT_FOUND; CONFLICT, also when the contact that the office has chosen is gone
 */
export async function saveAnswer(
  context: Context,
  { stopId, answer, ...change }: z.output<typeof recordAnswer.input>,
): Promise<void> {
  const visit = await lockViewing(context, change);
  const stop = await getStop(context, change.viewingId, stopId);
  // As when owners are asked: the contacts of the location may have changed since the stop was added.
  const { location_id, ...choice } = stop;
  const isNew = stop.state === 'PLANNED' && location_id !== null;
  const contact = isNew ? await findContactColumns(context.trx, { location_id, ...choice }) : {};
  if (!contact) throw new ApiError('CONFLICT', messages.CONTACT_GONE);
  await context.trx
    .updateTable('viewing_stops')
    .set({ state: answer, ...contact })
    .where('id', '=', stopId)
    .execute();
  await recordStopChange(context, visit, stop, answer);
  await assertMailLimit(context, change.id, 1);
  await confirmAnswer(context, visit, { ...stop, ...contact }, answer);
}

/** Cancels a stop and tells its owner; one whose owner was not asked is removed. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function removeStop(
  context: Context,
  { stopId, ...change }: z.output<typeof cancelStop.input>,
): Promise<void> {
  const visit = await lockViewing(context, change);
  await cancelStops(context, visit, [await getStop(context, change.viewingId, stopId)]);
}

/** Cancels stops, except those that are cancelled already. */
export async function cancelStops(context: Context, visit: Visit, stops: readonly StopRecord[]): Promise<void> {
  const { trx } = context;
  for (const stop of stops.filter(({ state }) => state !== 'CANCELLED')) {
    const wasAsked = WAS_ASKED.has(stop.state);
    await (
      wasAsked
        ? trx.updateTable('viewing_stops').set({ state: 'CANCELLED' }).where('id', '=', stop.id)
        : trx.deleteFrom('viewing_stops').where('id', '=', stop.id)
    ).execute();
    await recordStopChange(context, visit, stop, wasAsked ? 'CANCELLED' : null);
    const { contact_name: name, contact_email: email } = stop;
    if (wasAsked && email !== null)
      await context.queueMail(trx, cancellationMail(visit, stop, { name: name ?? email, email }, context));
  }
}
