import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Impact } from '../schema.ts';
import { type Inputs, estimate } from './estimate.ts';
import { type Formula, INPUT_NAMES } from './schema.ts';

interface FormulaRow extends Omit<Formula, 'created_at' | 'retired_at'> {
  readonly created_at: Date;
  readonly retired_at: Date | null;
}

/** Lists all versions of formulas by name, the latest first. */
export async function listFormulas(db: Db): Promise<Formula[]> {
  const { rows } = await sql<FormulaRow>`
    select id, name, version, figure, inputs, factor, kind, source, created_at, retired_at,
      (select count(*) from production_figures where formula_id = f.id) as uses
    from impact_formulas f order by lower(name), version desc`.execute(db);
  return rows.map(({ created_at, retired_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    retired_at: retired_at?.toISOString() ?? null,
  }));
}

type ProductionFormula = Pick<Formula, 'id' | 'name' | 'version' | 'figure' | 'source' | 'factor' | 'inputs'>;

/** The formulas that are in use for the kind of a production. */
export async function listApplicable(db: Db, productionId: string): Promise<ProductionFormula[]> {
  const { rows } = await sql<ProductionFormula>`
    select f.id, f.name, f.version, f.figure, f.source, f.factor, f.inputs
    from productions p join impact_formulas f on f.retired_at is null and (f.kind is null or f.kind = p.kind)
    where p.id = ${productionId} order by lower(f.name)`.execute(db);
  return rows;
}

/** What formulas start from, as far as it is known of a production. */
export async function getInputs(db: Db, productionId: string): Promise<Inputs> {
  const { rows } = await sql<{ name: string; value: number }>`
    select figure as name, value from production_figures where production_id = ${productionId} and figure = any(${INPUT_NAMES})
    union all select 'CREW_SIZE', crew_size from productions where id = ${productionId} and crew_size is not null`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The formulas that are in use for the kind of a production, with what they give for it now. */
export async function listFormulasFor(db: Db, productionId: string): Promise<Impact['formulas']> {
  const [formulas, inputs] = await Promise.all([listApplicable(db, productionId), getInputs(db, productionId)]);
  return formulas.map(({ id, name, version, figure, source, ...formula }) => ({
    id,
    name,
    version,
    figure,
    source,
    value: estimate(formula, inputs),
  }));
}
