import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addEnquiry } from '../../../../tests/support/enquiries.ts';
import { addLocation, addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../enquiries/schema.ts';
import { LOCATION_STATE_NAMES, LOSS_REASON_NAMES, STAGE_NAMES } from '../../productions/schema.ts';
import { impactFeature } from '../feature.ts';
import { BASIS_NAMES, FIGURE_NAMES } from '../schema.ts';
import { impactOfYear } from './contract.ts';
import type { Grouping, YearlyImpact } from './schema.ts';

const { kysely: db } = await testDatabase();
const services = testServices(db, { now: () => new Date('2027-06-01T12:00:00Z') });
const api = featureApi(impactFeature, services, await addPerson(db, 'ADMIN'));
const offices = [await addOption(db, 'filmoffice', 'Film Fife'), await addOption(db, 'filmoffice', 'Film Moray')];
const office = featureApi(impactFeature, services, await addPerson(db, 'FILM_OFFICE', { office_id: offices[0]! }));
/** Two locations in one council, one in each of two others, and one in none. */
const locations: string[] = [];
for (const council of ['Fife', 'Fife', 'Angus', 'Moray', null])
  locations.push(await addLocation(db, { options: council === null ? {} : { localauthority: [council] } }));
const formula = await db
  .insertInto('impact_formulas')
  .values({
    name: 'Hire',
    version: 1,
    figure: 'SPEND_OTHER',
    inputs: ['DAYS'],
    factor: 2,
    source: 'A study',
    created_at: new Date(),
  })
  .returning('id')
  .executeTakeFirstOrThrow();

beforeEach(async () => {
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('productions').execute();
});

const day = fc
  .tuple(fc.constantFrom(2026, 2027), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'));
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null, freq: 4 });

const production = fc.record({
  kind: orNull(fc.constantFrom(...PRODUCTION_KIND_NAMES)),
  office_id: orNull(fc.constantFrom(...offices)),
  stage: fc.constantFrom(...STAGE_NAMES),
  loss_reason: orNull(fc.constantFrom(...LOSS_REASON_NAMES)),
  shoot_to: orNull(day),
  ended: day,
  figures: fc.uniqueArray(
    fc.record({
      figure: fc.constantFrom(...FIGURE_NAMES),
      basis: fc.constantFrom(...BASIS_NAMES),
      value: fc.integer({ min: 0, max: 2_000_000 }),
    }),
    { selector: ({ figure }) => figure, maxLength: 8 },
  ),
  uses: fc.uniqueArray(
    fc.record({
      location: fc.constantFrom(...locations),
      state: fc.constantFrom('USED' as const, ...LOCATION_STATE_NAMES),
      used_from: orNull(day),
      days: fc.integer({ min: 0, max: 20 }),
    }),
    { selector: ({ location }) => location, maxLength: 5 },
  ),
  enquiries: fc.array(fc.record({ received: day, spam: fc.boolean() }), { maxLength: 2 }),
});
type RandomProduction = typeof production extends fc.Arbitrary<infer Value> ? Value : never;

async function insert({ figures, uses, enquiries, ended, ...columns }: RandomProduction): Promise<void> {
  const isEnded = columns.stage === 'COMPLETED' || columns.stage === 'LOST';
  const id = await addProduction(db, {}, { ...columns, ended_at: isEnded ? new Date(`${ended}T12:00:00Z`) : null });
  for (const figure of figures)
    await db
      .insertInto('production_figures')
      .values({
        production_id: id,
        ...figure,
        formula_id: figure.basis === 'ESTIMATED' ? formula.id : null,
        recorded_at: new Date(),
      })
      .execute();
  for (const { location, state, used_from, days } of uses)
    await sql`
      insert into production_locations (production_id, location_id, title, state, used_from, used_to, added_at)
      values (${id}, ${location}, 'Mill', ${state}, ${used_from}::date, ${used_from}::date + ${days}::int, now())`.execute(
      db,
    );
  for (const { received, spam } of enquiries) {
    const enquiry = await addEnquiry(db, {
      created_at: new Date(`${received}T12:00:00Z`),
      production_kind: 'OTHER',
      state: spam ? 'SPAM' : 'NEW',
      ...(spam && { closed_at: new Date() }),
    });
    await db
      .insertInto('production_enquiries')
      .values({ production_id: id, enquiry_id: enquiry.id, added_at: new Date() })
      .execute();
  }
}

/** What is filmed, with its year and the weight of each council, computed in another way than in the product. */
const FILMED = sql`
  filmed as (
    select p.*, to_char(coalesce(shoot_to, shoot_from, used.last), 'YYYY-MM') as month
    from productions p
    left join (
      select production_id, max(greatest(used_from, used_to)) as last from production_locations where state = 'USED'
      group by production_id) used on used.production_id = p.id
    where stage not in ('ENQUIRY', 'DEVELOPMENT', 'PREPARATION', 'LOST')
  ), of_year as (select * from filmed where month like '2027-%'),
  weights as (
    select y.id, coalesce(o.name, 'Not attributed') as council,
      sum(case when l.used_from is null then 1 else (select count(*) from generate_series(l.used_from, l.used_to, '1 day')) end) as days
    from of_year y left join production_locations l on l.production_id = y.id and l.state = 'USED'
    left join location_options lo on lo.location_id = l.location_id and lo.field = 'localauthority'
    left join options o on o.id = lo.option_id
    group by 1, 2
  )`;

/** Sums of figures by group, figure and basis, in an order of their own. */
async function recompute(label: RawBuilder<string>): Promise<object[]> {
  const { rows } = await sql<{ label: string; figure: string; basis: string; value: number }>`
    with ${FILMED} select ${label} as label, figure, basis, sum(value)::float8 as value
    from of_year y join production_figures f on f.production_id = y.id left join options o on o.id = y.office_id
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Days and spend by council: the exact shares, rounded down to hundredths, and what is left to the largest remainders. */
async function recomputeCouncils(): Promise<object[]> {
  const { rows } = await sql`
    with ${FILMED}, exact as (
      select w.id, f.figure, f.basis, w.council, f.value * 100 as total, f.value * 100 * w.days / sum(w.days) over parts as share,
        (f.value::numeric * 100 * w.days) % sum(w.days) over parts as remainder
      from weights w join production_figures f on f.production_id = w.id and f.figure not in ('CREW', 'CREW_DAYS')
      window parts as (partition by w.id, f.figure)
    ), ranked as (
      select *, floor(share) as whole,
        row_number() over (partition by id, figure order by remainder desc, council = 'Not attributed', council) as place,
        total - sum(floor(share)) over (partition by id, figure) as left_over
      from (select id, figure, basis, council, total::numeric, share::numeric, remainder from exact) e
    )
    select council as label, figure, basis, (sum(whole + case when place <= left_over then 1 else 0 end) / 100)::float8 as value
    from ranked group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows as object[];
}

/** The sums of a response in the same form; those of nothing are left out, since a query has no row for them. */
function listSums({ groups }: YearlyImpact, by: Grouping): object[] {
  return groups
    .filter((group) => group.by === by)
    .flatMap(({ label, figures }) =>
      FIGURE_NAMES.flatMap((figure) =>
        BASIS_NAMES.flatMap((basis) => {
          const value = figures[figure]?.[basis];
          return value === undefined ? [] : [{ label, figure, basis, value }];
        }),
      ),
    )
    .filter(({ value }) => value !== 0);
}

const sorted = (rows: object[]) =>
  rows.map((row) => JSON.stringify(row, ['label', 'figure', 'basis', 'value'])).toSorted();
const withoutZero = (rows: object[]) => rows.filter((row) => (row as { value: number }).value !== 0);
const count = async (query: RawBuilder<{ count: number }>) => (await query.execute(db)).rows[0]!.count;

test('all figures are those of an independent query, on random productions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(production, { maxLength: 12 }), async (productions) => {
      await db.deleteFrom('enquiries').execute();
      await db.deleteFrom('productions').execute();
      for (const one of productions) await insert(one);
      const impact = await api(impactOfYear, { year: 2027 });
      const kinds = sql.join(
        PRODUCTION_KIND_NAMES.map((kind) => sql`when ${kind} then ${PRODUCTION_KINDS[kind]}`),
        sql` `,
      );
      const labels: Readonly<Partial<Record<Grouping, RawBuilder<string>>>> = {
        TOTAL: sql`''`,
        KIND: sql`case y.kind ${kinds} else 'Not known' end`,
        OFFICE: sql`coalesce(o.name, 'Locations Team')`,
        MONTH: sql`y.month`,
      };
      for (const [by, label] of Object.entries(labels))
        expect(sorted(listSums(impact, by as Grouping))).toEqual(sorted(withoutZero(await recompute(label))));
      expect(sorted(listSums(impact, 'COUNCIL'))).toEqual(sorted(withoutZero(await recomputeCouncils())));

      // Each production once, however many enquiries, locations or offices it has.
      const total = impact.groups.find(({ by }) => by === 'TOTAL')!;
      const filmed = await count(sql`with ${FILMED} select count(*) from of_year`);
      expect(total.productions).toBe(filmed);
      for (const by of ['KIND', 'OFFICE', 'MONTH'])
        expect(impact.groups.filter((group) => group.by === by).reduce((sum, { productions: n }) => sum + n, 0)).toBe(
          filmed,
        );
      expect(impact.undated).toBe(await count(sql`with ${FILMED} select count(*) from filmed where month is null`));

      const received = sql`select * from enquiries where state <> 'SPAM' and extract(year from created_at) = 2027`;
      const first = sql`
        select p.* from productions p where (
          select extract(year from created_at) = 2027 from enquiries e
          join production_enquiries pe on pe.enquiry_id = e.id and pe.production_id = p.id
          where state <> 'SPAM' order by created_at, e.id limit 1)`;
      const conversion = impact.conversion.find(({ by }) => by === 'TOTAL')!;
      expect(conversion).toMatchObject({
        enquiries: await count(sql`select count(*) from (${received}) e`),
        productions: await count(sql`select count(*) from (${first}) p`),
        filmed: await count(
          sql`select count(*) from (${first}) p where stage in ('SHOOTING', 'POST_PRODUCTION', 'COMPLETED')`,
        ),
      });
      const { rows: lost } = await sql<object>`
        select loss_reason as reason, count(*) as productions from productions
        where stage = 'LOST' and extract(year from ended_at) = 2027 group by 1`.execute(db);
      expect(sortedLosses(conversion.lost)).toEqual(sortedLosses(lost));
    }),
    { numRuns: 25 },
  );
}, 120_000);

const sortedLosses = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row, ['reason', 'productions'])).toSorted();

test('a film office counts its productions only, also those under embargo, and nobody reads a title', async () => {
  const filmed = { stage: 'COMPLETED', ended_at: new Date('2027-05-01'), shoot_to: '2027-04-02' } as const;
  const secret = { title: 'The Weir', code_name: 'Heron', embargoed: true };
  await addProduction(db, {}, { ...filmed, ...secret, office_id: offices[0]! });
  await addProduction(db, {}, { ...filmed, office_id: offices[1]! });
  const [own, all] = [await office(impactOfYear, {}), await api(impactOfYear, {})];
  const getTotal = ({ groups }: YearlyImpact) => groups.find(({ by }) => by === 'TOTAL')!.productions;
  expect([getTotal(own), getTotal(all)]).toEqual([1, 2]);
  expect(JSON.stringify(own)).not.toContain('Film Moray');
  expect(JSON.stringify([own, all])).not.toMatch(/The Weir|Heron/);
});

test('an enquiry that was filmed without a production is in no figure, but counted', async () => {
  const { id } = await addEnquiry(db, { state: 'CLOSED', closed_at: new Date() });
  await db.insertInto('enquiry_outcomes').values({ enquiry_id: id, filmed: true, days: 3, year: 2027 }).execute();
  const { unlinked, groups } = await api(impactOfYear, { year: 2027 });
  expect(unlinked).toBe(1);
  expect(groups).toEqual([{ by: 'TOTAL', label: '', productions: 0, figures: {} }]);
  const production_id = await addProduction(db, { enquiry: id });
  expect(production_id).toBeDefined();
  expect(await api(impactOfYear, { year: 2027 })).toMatchObject({ unlinked: 0 });
});
