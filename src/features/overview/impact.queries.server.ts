import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { getCurrencySign, getRegionLabel } from '../geography/region-rules.ts';
import type { Figure } from './schema.ts';

interface Impact {
  readonly label: string;
  readonly spend: number;
  readonly productions: number;
  readonly days: number;
}

const NO_AREA = 'Not known';

/** The filming after enquiries. A reopened enquiry does not count; one that was deleted after its retention does. */
const FILMED = sql`
  select o.* from enquiry_outcomes o left join enquiries e on e.id = o.enquiry_id
  where o.filmed and (e.id is null or e.state = 'CLOSED')`;
const SUMS = sql`
  coalesce(sum(o.spend), 0)::float8 as spend, count(*)::int as productions, coalesce(sum(o.days), 0)::int as days`;

/** Spend, productions and days by year, the latest first. */
export async function getImpactByYear(db: Db): Promise<Figure> {
  const { rows } = await sql<Impact>`
    select o.year::text as label, ${SUMS} from (${FILMED}) o group by o.year order by o.year desc`.execute(db);
  return toFigure('Year', rows);
}

/** Spend, productions and days by local authority. */
export async function getImpactByArea(db: Db): Promise<Figure> {
  const { rows } = await sql<Impact>`
    select coalesce(op.name, oa.name, ${NO_AREA}) as label, ${SUMS}
    from (${FILMED}) o
    left join enquiry_outcome_areas oa on oa.outcome_id = o.id left join options op on op.id = oa.option_id
    group by 1 order by 1`.execute(db);
  return toFigure(getRegionLabel('localAuthority'), rows);
}

function toFigure(heading: string, rows: readonly Impact[]): Figure {
  return {
    columns: [heading, `Spend (${getCurrencySign()})`, 'Productions', 'Days'],
    rows: rows.map(({ label, spend, productions, days }) => ({
      label,
      href: null,
      numbers: [spend, productions, days],
    })),
  };
}
