import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { toPerson } from '../entry-subjects/queries.server.ts';
import { assertProductionAccessible } from '../productions/access.queries.server.ts';
import type { Caller } from '../productions/policy.ts';
import { listFormulasFor } from './formulas/queries.server.ts';
import type { FigureName, Impact, KnownFigure } from './schema.ts';
import { type KnownValue, type Use, divideAmongCouncils } from './council-shares.ts';
import { getSurvey } from './survey/queries.server.ts';
import { getVersion } from './version.queries.server.ts';

/**
 * Returns the impact of a production.
 * @throws {ApiError} NOT_FOUND when the caller may not see the production
 */
export async function getImpact(db: Db, caller: Caller, { id }: { readonly id: string }): Promise<Impact> {
  await assertProductionAccessible(db, caller, 'production.view', id);
  const [version, figures, formulas, uses, survey] = await Promise.all([
    getVersion(db, id),
    listFigures(db, id),
    listFormulasFor(db, id),
    listUses(db, id),
    getSurvey(db, id),
  ]);
  return { version, figures, formulas, councils: toCouncilShares(figures, uses), survey };
}

async function listFigures(db: Db, id: string): Promise<KnownFigure[]> {
  const rows = await db
    .selectFrom('production_figures as f')
    .leftJoin('impact_formulas as m', 'm.id', 'f.formula_id')
    .leftJoin('users as u', 'u.id', 'f.user_id')
    .select([
      'f.figure',
      'f.value',
      'f.basis',
      'f.formula_id',
      'f.user_id',
      'f.from_survey',
      'f.recorded_at',
      'm.name as formula_name',
      'm.version as formula_version',
      'u.first_name',
      'u.last_name',
      'u.enabled_at',
    ])
    .where('f.production_id', '=', id)
    .execute();
  return rows.map(({ figure, value, basis, formula_id, formula_name, formula_version, ...row }) => ({
    figure,
    value,
    basis,
    formula:
      formula_id !== null && formula_name !== null && formula_version !== null
        ? { id: formula_id, name: formula_name, version: formula_version }
        : null,
    author: toPerson({ ...row, id: row.user_id }),
    from_survey: row.from_survey,
    recorded_at: row.recorded_at.toISOString(),
  }));
}

/** The days that production `p` used locations in each council, as an array; a location without days counts as one. */
export const USES: RawBuilder<Use[]> = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('council', council, 'days', days) order by council)
    from (
      select (
          select o.name from location_options lo join options o on o.id = lo.option_id
          where lo.location_id = s.location_id and lo.field = 'localauthority' limit 1) as council,
        sum(coalesce(coalesce(s.used_to, s.used_from) - s.used_from + 1, 1))::int as days
      from production_locations s where s.production_id = p.id and s.state = 'USED' group by 1) used), '[]')`;

async function listUses(db: Db, id: string): Promise<Use[]> {
  const { rows } = await sql<{ uses: Use[] }>`select ${USES} as uses from productions p where p.id = ${id}`.execute(db);
  return rows[0]?.uses ?? [];
}

function toCouncilShares(figures: readonly KnownValue[], uses: readonly Use[]): Impact['councils'] {
  const shares = divideAmongCouncils(figures, uses);
  const sum = (council: string | null, isCounted: (figure: FigureName) => boolean) => {
    const counted = shares.filter((share) => share.council === council && isCounted(share.figure));
    return counted.length === 0 ? null : counted.reduce((all, { hundredths }) => all + hundredths, 0) / 100;
  };
  return uses.map(({ council }) => ({
    council,
    days: sum(council, (figure) => figure === 'DAYS'),
    spend: sum(council, (figure) => figure !== 'DAYS'),
  }));
}
