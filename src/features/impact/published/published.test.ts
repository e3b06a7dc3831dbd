import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import { impactFeature } from '../feature.ts';
import { NOTHING_FILMED, PREVIEW_OUTDATED } from '../messages.ts';
import { impactOfYear } from '../yearly/contract.ts';
import { impactData, previewImpact, publishImpact, unpublishImpact } from './contract.ts';
import { describeColumns } from './format.ts';
import { CSV_HEADINGS, listPublishedRows } from './queries.server.ts';
import type { PublishedSum } from './schema.ts';
import { listPublishedTables } from './tables.ts';

const { kysely: db } = await testDatabase();
const services = testServices(db, { now: () => new Date('2027-06-01T12:00:00Z') });
const team = featureApi(impactFeature, services, await addPerson(db, 'ADMIN'));
const office = featureApi(impactFeature, services, await addPerson(db, 'FILM_OFFICE'));
const visitor = featureApi(impactFeature, services, null);

beforeEach(async () => {
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('published_impact').execute();
});

/** Adds a production that wrapped in 2026, with crew spend that it has declared. */
async function addFilmed(title: string, value: number, columns: object = {}): Promise<void> {
  const production_id = await addProduction(
    db,
    {},
    { title, kind: 'FEATURE_FILM', stage: 'COMPLETED', ended_at: new Date(), shoot_to: '2026-05-04', ...columns },
  );
  await db
    .insertInto('production_figures')
    .values({ production_id, figure: 'SPEND_CREW', value, basis: 'DECLARED', recorded_at: new Date() })
    .execute();
}

const find = (sums: readonly PublishedSum[], wanted: Partial<PublishedSum>) =>
  sums.find((sum) => Object.entries(wanted).every(([name, value]) => sum[name as keyof PublishedSum] === value))?.value;

test('a published year is a copy that stays, with embargoed productions in its sums and no name', async () => {
  for (const [title, value] of [
    ['The Weir', 100],
    ['Salt and Iron', 200],
    ['Night ferry', 300],
  ] as const)
    await addFilmed(title, value, { embargoed: true, code_name: `Code ${title}` });
  await addFilmed('The Kirk', 400, { kind: 'COMMERCIAL' });
  expect(await visitor(impactData, {})).toEqual({ years: [], impact: null });
  await team(publishImpact, { year: 2026 });
  await db.deleteFrom('productions').execute();

  const { years, impact } = await visitor(impactData, {});
  expect(years).toEqual([2026]);
  expect(JSON.stringify(impact)).not.toMatch(/Weir|Salt|ferry|Kirk|Code/);
  const { sums, licence, columns } = impact!;
  expect(find(sums, { by: 'TOTAL', measure: 'SPEND', basis: 'ALL' })).toBe(1_000);
  // The commercial is alone of its kind, and would follow from the total and the films.
  expect(find(sums, { group: 'Commercial', measure: 'SPEND', basis: 'ALL' })).toBeNull();
  expect(find(sums, { group: 'Feature film', measure: 'SPEND', basis: 'ALL' })).toBeNull();
  expect(licence.attribution).toBe(services.site.name);
  const rows = (await listPublishedRows(db, { year: 2026 }, services)).flat();
  expect(rows).toContainEqual([2026, 'All', '', 'Spend', 'Declared', 1_000, null]);
  // No production has a figure of crew that is known, and the description says what 0 means then.
  expect(rows).toContainEqual([2026, 'All', '', 'Local crew', 'All', 0, null]);
  expect(columns['basis']).toContain('where none is known, the sum is 0');
  expect(rows).toContainEqual([2026, 'Kind', 'Commercial', 'Spend', 'All', null, '[c]']);
  expect(Object.keys(columns)).toEqual(Object.keys(sums[0]!));
  expect(Object.keys(describeColumns())).toEqual(CSV_HEADINGS);
  const table = listPublishedTables(impact!).find(({ caption }) => caption === 'Spend by kind');
  expect(table).toMatchObject({
    columns: ['Kind', 'All', 'Declared', 'Measured', 'Estimated'],
    rows: [
      { label: 'All', cells: ['£1,000', '£1,000', '£0', '£0'] },
      { label: 'Feature film', cells: ['[c]', '[c]', '£0', '£0'] },
      { label: 'Commercial', cells: ['[c]', '[c]', '£0', '£0'] },
    ],
  });
});

test('the preview of a year is what is published, unless figures have changed since', async () => {
  for (const [title, value] of [
    ['The Weir', 100],
    ['Salt and Iron', 200],
    ['Night ferry', 300],
  ] as const)
    await addFilmed(title, value);
  await addFilmed('The Kirk', 400, { kind: 'COMMERCIAL' });
  await expect(office(previewImpact, { year: 2026 })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await expect(team(previewImpact, { year: 2024 })).rejects.toMatchObject({ message: NOTHING_FILMED });
  const { checksum, ...seen } = await team(previewImpact, { year: 2026 });
  expect(find(seen.sums, { group: 'Commercial', measure: 'SPEND', basis: 'ALL' })).toBeNull();
  expect(find(seen.sums, { by: 'TOTAL', measure: 'SPEND', basis: 'ALL' })).toBe(1_000);
  expect((await team(previewImpact, { year: 2026 })).checksum).toBe(checksum);

  await db.updateTable('production_figures').set({ value: 101 }).where('value', '=', 100).execute();
  const outdated = team(publishImpact, { year: 2026, checksum });
  await expect(outdated).rejects.toMatchObject({ errorType: 'CONFLICT', message: PREVIEW_OUTDATED });
  expect((await visitor(impactData, {})).years).toEqual([]);
  const latest = await team(previewImpact, { year: 2026 });
  await team(publishImpact, { year: 2026, checksum: latest.checksum });
  const { impact } = await visitor(impactData, { year: 2026 });
  expect({ sums: impact!.sums, formulas: impact!.formulas }).toEqual({ sums: latest.sums, formulas: latest.formulas });
});

test('only the team publishes a year, once, after it has ended, and if anybody has filmed in it', async () => {
  await addFilmed('The Weir', 100);
  await addFilmed('The Kirk', 100, { shoot_to: '2025-05-04' });
  await addFilmed('Lost', 100, { stage: 'LOST', shoot_to: '2024-05-04' });
  await expect(office(publishImpact, { year: 2026 })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await expect(team(publishImpact, { year: 2027 })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await expect(team(publishImpact, { year: 2024 })).rejects.toMatchObject({
    errorType: 'CONFLICT',
    message: NOTHING_FILMED,
  });
  await expect(team(unpublishImpact, { year: 2026 })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  expect(await team(impactOfYear, { year: 2026 })).toMatchObject({ is_over: true, published_at: null });
  await team(publishImpact, { year: 2026 });
  await expect(team(publishImpact, { year: 2026 })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await team(publishImpact, { year: 2025 });
  expect(await team(impactOfYear, { year: 2026 })).toMatchObject({ published_at: '2027-06-01T12:00:00.000Z' });
  expect((await visitor(impactData, {})).years).toEqual([2026, 2025]);
  expect((await visitor(impactData, { year: 2025 })).impact?.year).toBe(2025);
  await team(unpublishImpact, { year: 2025 });
  await expect(visitor(impactData, { year: 2025 })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  const entries = await db
    .selectFrom('audit_logs')
    .select(['type', 'details'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  expect(entries).toEqual([
    { type: 196, details: { year: 2025 } },
    { type: 195, details: { year: 2025 } },
    { type: 195, details: { year: 2026 } },
  ]);
});
