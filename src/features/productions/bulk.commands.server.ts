import { sql } from 'kysely';
import type { z } from 'zod';
import { ApiError } from '../../platform/http/contract.ts';
import type { ActionContext } from '../../platform/http/handlers.ts';
import { isProductionAccessible } from './access.queries.server.ts';
import { changeProduction, toReason } from './commands.server.ts';
import type { changeProductions } from './contract.ts';
import type { BulkResult } from './schema.ts';

/**
 * Changes details of productions one after another, each in its own transaction, with its entries of timeline and audit log. One that is
 * rejected does not stop the others. An error of the server ends it: what was changed until then stays.
 */
export async function changeMany(
  context: ActionContext<'production.edit'>,
  { productions, change }: z.output<typeof changeProductions.input>,
): Promise<{ results: BulkResult[] }> {
  const reasons = new Map<string, string | null>();
  for (const production of productions) {
    try {
      await context.db
        .transaction()
        .execute((trx) => changeProduction({ ...context, trx }, { ...change, ...production }));
      reasons.set(production.id, null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reasons.set(production.id, toReason(error));
    }
  }
  const { rows } = await sql<{ id: string; reference: string; title: string }>`
    select id, reference, title from productions p
    where id = any(${[...reasons.keys()]}::uuid[]) and ${isProductionAccessible(context.actor, 'production.view')}`.execute(
    context.db,
  );
  const names = new Map(rows.map(({ id, ...name }) => [id, name]));
  return { results: [...reasons].map(([id, reason]) => ({ id, production: names.get(id) ?? null, reason })) };
}
