import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Cell } from '../../../platform/text/csv.ts';
import { getStartOfDay } from '../../../platform/text/day-bounds.ts';
import { toDay, toYear } from '../../../platform/text/days.ts';
import { isEnquiryAccessible } from '../../enquiries/access.queries.server.ts';
import type { ProductionKind } from '../../enquiries/schema.ts';
import { isProductionAccessible } from '../../productions/access.queries.server.ts';
import type { Caller } from '../../productions/policy.ts';
import { FILMED_STAGES, LOSS_REASONS, type LossReason } from '../../productions/schema.ts';
import { USES } from '../queries.server.ts';
import { BASES, BASIS_NAMES, FIGURES, FIGURE_NAMES } from '../schema.ts';
import type { KnownValue, Use } from '../council-shares.ts';
import type { impactOfYear } from './contract.ts';
import { formatGrouping } from './format-grouping.ts';
import type { YearlyImpact } from './schema.ts';
import { type ReceivedEnquiry, summariseConversion, summariseFigures } from './summarise.ts';

/** Years that can be chosen before this one: productions are deleted six years after they ended. */
const MAX_YEARS_BACK = 8;

/** The year of production `p` is that of its wrap or, if that is not known, of the last day on which it is known to have filmed. */
const LAST_DAY: RawBuilder<string | null> = sql`coalesce(p.shoot_to, p.shoot_from, (
  select max(coalesce(used_to, used_from)) from production_locations where production_id = p.id and state = 'USED'))`;
const HAS_FILMED: RawBuilder<boolean> = sql`p.stage = any(${FILMED_STAGES})`;

type Params = z.output<typeof impactOfYear.input>;

/** Returns the impact of a year, of the productions and enquiries that the caller may see. */
export async function getYearlyImpact(
  db: Db,
  caller: Caller,
  { year: wanted }: Params,
  { at }: { readonly at: Date },
): Promise<YearlyImpact> {
  const thisYear = toYear(toDay(at));
  const year = wanted ?? thisYear;
  const isSeen = isProductionAccessible(caller, 'production.view');
  const [filmed, enquiries, lost, counts, publication] = await Promise.all([
    listFilmed(db, year, isSeen),
    listEnquiries(db, year, caller),
    listLost(db, year, isSeen),
    countLeftOut(db, year, { caller, isSeen }),
    db.selectFrom('published_impact').select('published_at').where('year', '=', year).executeTakeFirst(),
  ]);
  return {
    year,
    years: Array.from({ length: MAX_YEARS_BACK + 2 }, (_, back) => thisYear + 1 - back),
    groups: summariseFigures(filmed),
    conversion: summariseConversion(enquiries, lost),
    ...counts,
    is_over: year < thisYear,
    published_at: publication?.published_at.toISOString() ?? null,
  };
}

/** The first moments of a year and of the next one. */
function getBounds(year: number): readonly [Date, Date] {
  return [getStartOfDay(`${year}-01-01`), getStartOfDay(`${year + 1}-01-01`)];
}

const toMonth = (moment: Date): string => toDay(moment).slice(0, 7);

/** The productions that have filmed in a year, with their figures. */
export async function listFilmed(db: Db, year: number, isSeen: RawBuilder<boolean>) {
  const { rows } = await sql<{
    id: string;
    kind: ProductionKind | null;
    office: string | null;
    last_day: string;
    figures: KnownValue[];
    uses: Use[];
  }>`
    select p.id, p.kind, o.name as office, ${LAST_DAY} as last_day, ${USES} as uses, coalesce((
      select jsonb_agg(jsonb_build_object('figure', figure, 'value', value, 'basis', basis))
      from production_figures where production_id = p.id), '[]') as figures
    from productions p left join options o on o.id = p.office_id
    where ${HAS_FILMED} and ${LAST_DAY} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date and ${isSeen}
    order by p.id`.execute(db);
  return rows.map(({ last_day, ...row }) => ({ ...row, month: last_day.slice(0, 7) }));
}

/**
 * The enquiries of a year. One of a production has the kind and the office of that. Others have the office that alone sees them; what several
 * or none see belongs to the Locations Team, so that each counts once.
 */
async function listEnquiries(db: Db, year: number, caller: Caller): Promise<ReceivedEnquiry[]> {
  const [from, to] = getBounds(year);
  const { rows } = await sql<Omit<ReceivedEnquiry, 'month'> & { readonly created_at: Date }>`
    select e.created_at, coalesce(p.kind, e.production_kind) as kind,
      case when p.id is null then own.name else o.name end as office,
      coalesce(${HAS_FILMED}, false) as filmed,
      p.id is not null and not exists (
        select from production_enquiries other join enquiries before on before.id = other.enquiry_id
        where other.production_id = p.id and before.state <> 'SPAM'
          and (before.created_at, before.id) < (e.created_at, e.id)) as is_first
    from enquiries e
    left join production_enquiries pe on pe.enquiry_id = e.id left join productions p on p.id = pe.production_id
    left join options o on o.id = p.office_id
    left join lateral (
      select min(office_id) as id from enquiry_offices where enquiry_id = e.id having count(distinct office_id) = 1
    ) single on p.id is null
    left join options own on own.id = single.id
    where e.created_at >= ${from} and e.created_at < ${to} and e.state <> 'SPAM'
      and ${isEnquiryAccessible(caller, 'enquiry.view')}`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, month: toMonth(created_at) }));
}

async function listLost(db: Db, year: number, isSeen: RawBuilder<boolean>) {
  const [from, to] = getBounds(year);
  const { rows } = await sql<{
    kind: ProductionKind | null;
    office: string | null;
    reason: LossReason | null;
    ended_at: Date;
  }>`
    select p.kind, o.name as office, p.loss_reason as reason, p.ended_at
    from productions p left join options o on o.id = p.office_id
    where p.stage = 'LOST' and p.ended_at >= ${from} and p.ended_at < ${to} and ${isSeen}`.execute(db);
  return rows.map(({ ended_at, ...row }) => ({ ...row, month: toMonth(ended_at) }));
}

async function countLeftOut(
  db: Db,
  year: number,
  { caller, isSeen }: { readonly caller: Caller; readonly isSeen: RawBuilder<boolean> },
): Promise<Pick<YearlyImpact, 'undated' | 'unlinked'>> {
  const { rows } = await sql<Pick<YearlyImpact, 'undated' | 'unlinked'>>`
    select (select count(*) from productions p where ${HAS_FILMED} and ${LAST_DAY} is null and ${isSeen}) as undated,
      (
        select count(*) from enquiry_outcomes oc join enquiries e on e.id = oc.enquiry_id
        where oc.filmed and e.state = 'CLOSED' and oc.year = ${year} and ${isEnquiryAccessible(caller, 'enquiry.view')}
          and not exists (select from production_enquiries where enquiry_id = e.id)
      ) as unlinked`.execute(db);
  return rows[0]!;
}

/** The column headings of the CSV export. */
export const EXPORT_HEADINGS = ['Year', 'By', 'Group', 'Measure', 'How Known', 'Value'];

/** The CSV rows of the impact of a year: one number in each, as open data has it. */
export async function exportRows(
  db: Db,
  caller: Caller,
  params: Params,
  context: { readonly at: Date },
): Promise<Cell[][][]> {
  const { year, groups, conversion } = await getYearlyImpact(db, caller, params, context);
  const ofFigures = groups.flatMap(({ by, label, productions, figures }): Cell[][] => [
    [year, formatGrouping(by), label, 'Productions', null, productions],
    ...FIGURE_NAMES.flatMap((figure) =>
      BASIS_NAMES.flatMap((basis): Cell[][] => {
        const sums = figures[figure];
        return sums ? [[year, formatGrouping(by), label, FIGURES[figure], BASES[basis], sums[basis]]] : [];
      }),
    ),
  ]);
  const ofConversion = conversion.flatMap(({ by, label, enquiries, productions, filmed, lost }): Cell[][] => [
    [year, formatGrouping(by), label, 'Enquiries', null, enquiries],
    [year, formatGrouping(by), label, 'Productions from these enquiries', null, productions],
    [year, formatGrouping(by), label, 'Filmed of these productions', null, filmed],
    ...lost.map(({ reason, productions: count }): Cell[] => {
      const measure = `Lost productions: ${reason === null ? 'reason not known' : LOSS_REASONS[reason].toLowerCase()}`;
      return [year, formatGrouping(by), label, measure, null, count];
    }),
  ]);
  return [ofFigures, ofConversion];
}
