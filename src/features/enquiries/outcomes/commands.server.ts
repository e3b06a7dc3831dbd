import { type Selectable, sql } from 'kysely';
import { toDay, toYear } from '../../../platform/text/days.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { CHOOSE_AREAS, CHOOSE_FILMED } from './messages.ts';
import { getOutcome, listLocationAreas } from './queries.server.ts';
import type { Outcome, OutcomeChange } from './schema.ts';

type State = Selectable<Database['enquiries']>['state'];

/** An enquiry after a change. */
interface ChangedEnquiry {
  readonly id: string;
  readonly state: State;
  readonly filming_from: string | null;
  readonly filming_to: string | null;
}

/**
 * Saves the outcome of an enquiry. Closing needs one; opening again keeps it.
 * @param was the state before
 * @returns the outcome if the change was about it
 * @throws {ApiError} INVALID
 */
export async function saveOutcome(
  trx: Trx,
  enquiry: ChangedEnquiry,
  { was, change, at }: { readonly was: State; readonly change: OutcomeChange; readonly at: Date },
): Promise<Outcome | null> {
  const before = await getOutcome(trx, enquiry.id);
  const isClosing = enquiry.state === 'CLOSED' && was !== 'CLOSED';
  const isAbout = Object.values(change).some((value) => value !== undefined);
  const filmed = change.filmed === undefined ? before?.filmed : change.filmed;
  if (!filmed) {
    if (isClosing || isAbout) throw new ApiError('INVALID', CHECK_FIELDS, { filmed: CHOOSE_FILMED });
    return null;
  }
  const { filming_days = before?.filming_days ?? null, spend = before?.spend ?? null } = change;
  const areas = change.areas ?? before?.areas ?? (await listLocationAreas(trx, enquiry.id));
  const after: Outcome = { filmed, filming_days, spend, areas: areas.toSorted() };
  const id = await upsertOutcome(trx, enquiry, after, at);
  await saveAreas(trx, id, after.areas);
  return isAbout && JSON.stringify(after) !== JSON.stringify(before) ? after : null;
}

/** The year is that of filming, or of closing if the dates of filming are not known. */
async function upsertOutcome(trx: Trx, enquiry: ChangedEnquiry, outcome: Outcome, at: Date): Promise<string> {
  const day = enquiry.filming_to ?? enquiry.filming_from;
  const values = {
    filmed: outcome.filmed === 'YES',
    days: outcome.filming_days,
    spend: outcome.spend,
    ...(day !== null && { year: toYear(day) }),
  };
  const { id } = await trx
    .insertInto('enquiry_outcomes')
    .values({ year: toYear(toDay(at)), ...values, enquiry_id: enquiry.id })
    .onConflict((conflict) => conflict.column('enquiry_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @throws {ApiError} INVALID for a name that is neither an option nor saved already */
async function saveAreas(trx: Trx, outcomeId: string, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; option_id: number | null }>`
    select name, id as option_id from options where field = 'localauthority' and name = any(${names})
    union all
    select name, null from enquiry_outcome_areas
    where outcome_id = ${outcomeId} and option_id is null and name = any(${names})
      and name not in (select name from options where field = 'localauthority')`.execute(trx);
  if (rows.length !== new Set(names).size) throw new ApiError('INVALID', CHECK_FIELDS, { areas: CHOOSE_AREAS });
  await trx.deleteFrom('enquiry_outcome_areas').where('outcome_id', '=', outcomeId).execute();
  if (rows.length === 0) return;
  const areas = rows.map((row) => ({ ...row, outcome_id: outcomeId }));
  await trx.insertInto('enquiry_outcome_areas').values(areas).execute();
}
