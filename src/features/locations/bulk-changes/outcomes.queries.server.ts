import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { formatMissingParts, getMissingParts, getPublishability } from '../publishing/publishability.ts';
import { getPublishableLocations } from '../publishing/queries.server.ts';
import type { OptionAction, Reason, BulkAction } from './schema.ts';

/** An action with the ids of its options. */
export interface ResolvedAction {
  readonly action: BulkAction;
  readonly optionIds: readonly number[];
}

/** SQL: whether location `l` has the value already. */
function hasValue({ action, optionIds }: ResolvedAction): RawBuilder<boolean> {
  switch (action.kind) {
    case 'set':
    case 'add':
    case 'remove':
      return hasOptions(action, optionIds);
    case 'feature':
      return sql`l.featured = ${action.featured}`;
    case 'owner':
      return sql`l.owner_id is not distinct from ${action.userId}::uuid`;
    case 'publish':
      return sql`l.status = 'LIVE'`;
    case 'unpublish':
      return sql`l.status = 'NEW'`;
  }
}

function hasOptions({ kind, field }: OptionAction, optionIds: readonly number[]): RawBuilder<boolean> {
  const present = sql`array(select option_id from location_options where location_id = l.id and field = ${field} order by option_id)`;
  const chosen = sql`${[...optionIds].sort((one, other) => one - other)}::integer[]`;
  if (kind === 'set') return sql`${present} = ${chosen}`;
  return kind === 'add' ? sql`${present} @> ${chosen}` : sql`not ${present} && ${chosen}`;
}

/** SQL: why location `l` is refused; null if it is not. {@link findIncomplete} checks the requirements of publishing. */
function getRefusal({ action }: ResolvedAction): RawBuilder<Reason | null> {
  const reasons: [RawBuilder<boolean>, Reason][] = [
    [sql`l.location_status = 'AWAITING_APPROVAL'`, 'AWAITING_APPROVAL'],
  ];
  // Saving would let the owner and the team overwrite each other, and a change of the owner deletes drafts and uploads.
  const hasDraft = sql`exists (select from location_drafts d where d.location_id = l.id`;
  if ('field' in action) reasons.push([sql`${hasDraft} and d.fields ? ${action.field})`, 'OWNER_DRAFT']);
  if (action.kind === 'owner')
    reasons.push(
      [sql`${hasDraft})`, 'OWNER_DRAFT'],
      [sql`exists (select from uploads u where u.location_id = l.id)`, 'OWNER_UPLOADS'],
    );
  if (action.kind === 'publish')
    reasons.push([
      sql`exists (select from published_locations p where p.locationurl = l.locationurl and p.id <> l.id)`,
      'URL_TAKEN',
    ]);
  return sql`case ${sql.join(
    reasons.map(([condition, reason]) => sql`when ${condition} then ${reason}`),
    sql` `,
  )} end`;
}

/** SQL: the columns `state` and `reason` of what would become of location `l`. */
export function selectOutcome(resolved: ResolvedAction): RawBuilder<unknown> {
  return sql`
    case when ${hasValue(resolved)} then 'SAME' when ${getRefusal(resolved)} is not null then 'REFUSED' else 'PENDING' end as state,
    case when not ${hasValue(resolved)} then ${getRefusal(resolved)} end as reason`;
}

/** SQL: the columns `revision` and `revised_at` of the last revision of location `l`, joined laterally. They change with every change. */
export const LAST_REVISION = sql`
  left join lateral (
    select number as revision, recorded_at as revised_at from location_revisions
    where location_id = l.id order by number desc limit 1) last on true`;

/** The missing fields of locations that are not complete enough to publish, by id. */
export async function findIncomplete(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const incomplete = new Map<string, string>();
  for (const [id, location] of await getPublishableLocations(db, ids)) {
    const { problem } = getPublishability(location);
    if (!problem) continue;
    const missing = getMissingParts(location).filter((part) => part in problem.fields);
    const labels = [
      ...('title' in problem.fields ? ['Title'] : []),
      ...(missing.length > 0 ? [formatMissingParts(missing)] : []),
    ];
    incomplete.set(id, labels.length > 0 ? `${labels.join(', ')}.` : problem.message);
  }
  return incomplete;
}
