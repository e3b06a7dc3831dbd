import type { Insertable } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import type { ProductionChange } from '../schema.ts';
import type { StoredChange } from './schema.ts';

type Kind = Insertable<Database['production_entries']>['kind'];

interface NewEntry {
  readonly kind: Kind;
  readonly text?: string | null;
  readonly changes?: readonly StoredChange[];
  /** The values of changed details before, as they are stored: what can be restored. */
  readonly before?: ProductionChange;
  /** When the production had ended before a change. */
  readonly endedAt?: Date | null;
  /** The entry whose values are restored. */
  readonly restored?: string | undefined;
}

/** Adds an entry to the timeline of a production, which changes it. The production must be locked. */
export async function addEntry(
  {
    trx,
    actor,
    at,
  }: Pick<CommandContext, 'trx' | 'at'> & { readonly actor: Pick<CommandContext['actor'], 'id'> | null },
  productionId: string,
  { kind, text = null, changes = [], before, endedAt, restored }: NewEntry,
): Promise<void> {
  await trx
    .insertInto('production_entries')
    .values({
      production_id: productionId,
      kind,
      user_id: actor?.id ?? null,
      text,
      details: JSON.stringify({ changes, before, endedAt, restored }),
      created_at: at,
    })
    .execute();
  await trx.updateTable('productions').set({ updated_at: at }).where('id', '=', productionId).execute();
}
