import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import { type ProductionRecord, lockProduction, toAuditEntry } from '../productions/commands.server.ts';
import { addEntry } from '../productions/timeline/commands.server.ts';
import type { TimelineEntry } from '../productions/timeline/schema.ts';
import { formatBasis, formatFigure } from './format-figure.ts';
import { IMPACT_CHANGED } from './messages.ts';
import { type Basis, FIGURES, type FigureName } from './schema.ts';
import { getVersion } from './version.queries.server.ts';

/**
 * Locks a production for a change of its impact, which is counted and which the audit log gets.
 * @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it
 */
export async function lockImpact(
  context: CommandContext,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<ProductionRecord> {
  const { trx } = context;
  const row = await lockProduction(context, id);
  const entry = toAuditEntry(row, context);
  await assertVersions(trx, entry, [{ expected: version, actual: await getVersion(trx, id) }], IMPACT_CHANGED);
  await countChange(trx, id);
  await recordAudit(trx, { ...entry, type: 'PRODUCTION_UPDATED', details: { ...entry.details, fields: 'impact' } });
  return row;
}

/** Counts a change of the impact of a production, which must be locked. */
export async function countChange(trx: Trx, id: string): Promise<void> {
  await sql`
    insert into production_impact (production_id) values (${id})
    on conflict (production_id) do update set version = production_impact.version + 1`.execute(trx);
}

interface Context {
  readonly trx: Trx;
  readonly at: Date;
  /** Null for an answer to the survey. */
  readonly actor: { readonly id: string } | null;
}

/** A figure after a change. */
export interface NewFigure {
  readonly figure: FigureName;
  /** Null if it is not known any more. */
  readonly value: number | null;
  readonly basis: Basis;
  /** Of an estimate. */
  readonly formula?: { readonly id: string; readonly name: string; readonly version: number };
}

/**
 * Stores figures of a production, which must be locked, and adds those that change to its timeline.
 * @returns whether any has changed
 */
export async function saveFigures(context: Context, id: string, figures: readonly NewFigure[]): Promise<boolean> {
  const { trx, at, actor } = context;
  const { rows } = await sql<NewFigure & { readonly value: number }>`
    select f.figure, f.value, f.basis, case when m.id is not null
      then jsonb_build_object('id', m.id, 'name', m.name, 'version', m.version) end as formula
    from production_figures f left join impact_formulas m on m.id = f.formula_id where production_id = ${id}`.execute(
    trx,
  );
  const known = new Map(rows.map((row) => [row.figure, describe(row)]));
  const changes: TimelineEntry['changes'] = [];
  for (const next of figures) {
    const { figure, value, basis, formula } = next;
    const before = known.get(figure) ?? null;
    const after = describe(next);
    if (before === after) continue;
    changes.push({ label: FIGURES[figure], before, after });
    if (value === null) {
      await trx.deleteFrom('production_figures').where('production_id', '=', id).where('figure', '=', figure).execute();
      continue;
    }
    const row = {
      value,
      basis,
      formula_id: formula?.id ?? null,
      user_id: actor?.id ?? null,
      from_survey: actor === null,
      recorded_at: at,
    };
    await trx
      .insertInto('production_figures')
      .values({ production_id: id, figure, ...row })
      .onConflict((conflict) => conflict.columns(['production_id', 'figure']).doUpdateSet(row))
      .execute();
  }
  if (changes.length > 0) await addEntry(context, id, { kind: 'CHANGED', changes });
  return changes.length > 0;
}

/** Describes a figure as the timeline shows it, such as '12 (Declared)'. */
function describe({ figure, value, basis, formula }: NewFigure): string | null {
  if (value === null) return null;
  return `${formatFigure(figure, value)} (${formatBasis(basis, formula)})`;
}
