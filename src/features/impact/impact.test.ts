import type { z } from 'zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addLocation, addOption } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import * as routes from './contract.ts';
import { impactFeature } from './feature.ts';
import { addFormula, impactFormulas, retireFormula } from './formulas/contract.ts';
import * as messages from './messages.ts';

const { kysely: db } = await testDatabase();
/** Each call is a millisecond later than the one before. */
let now = new Date();
const services = testServices(db, { now: () => (now = new Date(now.getTime() + 1)) });
const createApi = (actor: Actor | null) => featureApi(impactFeature, services, actor);
const api = createApi(await addPerson(db, 'ADMIN', { first_name: 'Isla', last_name: 'Grant' }));
const officeId = await addOption(db, 'filmoffice', 'Film Fife');
const office = createApi(await addPerson(db, 'FILM_OFFICE', { office_id: officeId }));

let id: string;
beforeEach(async () => {
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('impact_formulas').execute();
  id = await addProduction(db, {}, { kind: 'FEATURE_FILM', crew_size: 60 });
});

const read = () => api(routes.productionImpact, { id });
const getFigure = async (name: string) => (await read()).figures.find(({ figure }) => figure === name);
const listChanges = async () =>
  (await db.selectFrom('production_entries').select('details').orderBy('created_at').execute()).flatMap(
    ({ details }) => (details as { changes: unknown[] }).changes,
  );

const HIRE = {
  name: 'Hire per day',
  figure: 'SPEND_SERVICES',
  inputs: ['DAYS'],
  factor: 1500.5,
  source: 'A study, 2026, page 4',
} as const;

/** Adds a formula. Returns its id. */
async function createFormula(change: { name?: string; factor?: number; kind?: string } = {}): Promise<string> {
  const added = { ...HIRE, ...change, inputs: [...HIRE.inputs] };
  const { formulas } = await api(addFormula, added as z.input<typeof addFormula.input>);
  return formulas.find(({ name, retired_at }) => name === added.name && retired_at === null)!.id;
}

describe('a figure', () => {
  test('is declared, then measured, then removed; the timeline has its history', async () => {
    expect(await read()).toEqual({ version: 0, figures: [], formulas: [], councils: [], survey: null });
    await api(routes.setFigure, { id, figure: 'DAYS', value: 12, basis: 'DECLARED', version: 0 });
    await api(routes.setFigure, { id, figure: 'SPEND_CREW', value: 12_000, basis: 'DECLARED', version: 1 });
    const { impact } = await api(routes.setFigure, { id, figure: 'DAYS', value: 14, basis: 'MEASURED', version: 2 });
    expect(impact).toMatchObject({ version: 3 });
    expect(await getFigure('DAYS')).toMatchObject({
      value: 14,
      basis: 'MEASURED',
      formula: null,
      author: { first_name: 'Isla' },
      from_survey: false,
    });
    await api(routes.setFigure, { id, figure: 'DAYS', value: null, basis: 'MEASURED', version: 3 });
    expect(await getFigure('DAYS')).toBeUndefined();
    expect(await listChanges()).toEqual([
      { label: 'Shooting days', before: null, after: '12 (Declared)' },
      { label: 'Spend on local crew', before: null, after: '£12,000 (Declared)' },
      { label: 'Shooting days', before: '12 (Declared)', after: '14 (Measured)' },
      { label: 'Shooting days', before: '14 (Measured)', after: null },
    ]);
  });

  test('is not changed on an outdated version, nor to something that is no amount', async () => {
    await api(routes.setFigure, { id, figure: 'DAYS', value: 12, basis: 'DECLARED' });
    const outdated = api(routes.setFigure, { id, figure: 'DAYS', value: 13, basis: 'DECLARED', version: 0 });
    await expect(outdated).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.IMPACT_CHANGED });
    for (const value of [-1, 1.5, 2_000_000_001, 'many']) {
      const invalid = api(routes.setFigure, { id, figure: 'DAYS', value, basis: 'DECLARED' });
      await expect(invalid).rejects.toMatchObject({ errorType: 'INVALID', fields: { value: messages.ENTER_FIGURE } });
    }
    expect(await getFigure('DAYS')).toMatchObject({ value: 12 });
  });

  test('is hidden from a film office that does not see the production', async () => {
    await expect(office(routes.productionImpact, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    const change = { id, figure: 'DAYS', value: 1, basis: 'DECLARED' } as const;
    await expect(office(routes.setFigure, change)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await db.updateTable('productions').set({ office_id: officeId }).where('id', '=', id).execute();
    expect(await office(routes.setFigure, change)).toMatchObject({ impact: { version: 1 } });
  });
});

describe('an estimate', () => {
  test('is the factor times the inputs, and says by which version of which formula', async () => {
    const formulaId = await createFormula();
    expect(await read()).toMatchObject({ formulas: [{ name: 'Hire per day', version: 1, value: null }] });
    const missing = api(routes.estimateFigure, { id, formulaId });
    await expect(missing).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.INPUT_MISSING });
    await api(routes.setFigure, { id, figure: 'DAYS', value: 3, basis: 'DECLARED' });
    expect(await read()).toMatchObject({ formulas: [{ value: 4502 }] });
    await api(routes.estimateFigure, { id, formulaId });
    const estimated = { value: 4502, basis: 'ESTIMATED', formula: { name: 'Hire per day', version: 1 } };
    expect(await getFigure('SPEND_SERVICES')).toMatchObject(estimated);
    // The next version does not change it.
    const next = await createFormula({ name: 'HIRE PER DAY', factor: 2000 });
    expect(await getFigure('SPEND_SERVICES')).toMatchObject(estimated);
    await expect(api(routes.estimateFigure, { id, formulaId })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await api(routes.estimateFigure, { id, formulaId: next });
    expect(await getFigure('SPEND_SERVICES')).toMatchObject({ value: 6000, formula: { version: 2 } });
    expect((await listChanges()).at(-1)).toEqual({
      label: 'Spend on services and hire',
      before: '£4,502 (Estimated by Hire per day, version 1)',
      after: '£6,000 (Estimated by HIRE PER DAY, version 2)',
    });
  });

  test('does not replace what was declared or measured, but is replaced by it', async () => {
    const formulaId = await createFormula();
    await api(routes.setFigure, { id, figure: 'DAYS', value: 3, basis: 'DECLARED' });
    await api(routes.estimateFigure, { id, formulaId });
    for (const basis of ['DECLARED', 'MEASURED'] as const) {
      await api(routes.setFigure, { id, figure: 'SPEND_SERVICES', value: 5000, basis });
      expect(await getFigure('SPEND_SERVICES')).toMatchObject({ value: 5000, basis, formula: null });
      const estimating = api(routes.estimateFigure, { id, formulaId });
      await expect(estimating).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.FIGURE_KNOWN });
    }
  });

  test('is offered by formulas for the kind of the production only, until they are retired', async () => {
    await createFormula({ name: 'Commercials', kind: 'COMMERCIAL' });
    const film = await createFormula({ name: 'Films', kind: 'FEATURE_FILM' });
    await createFormula({ name: 'All' });
    const listNames = async () => (await read()).formulas.map(({ name }) => name);
    expect(await listNames()).toEqual(['All', 'Films']);
    await api(retireFormula, { id: film });
    expect(await listNames()).toEqual(['All']);
    expect(await api(impactFormulas, {})).toMatchObject([
      { name: 'All', retired_at: null },
      { name: 'Commercials', retired_at: null },
      { name: 'Films', retired_at: expect.any(String) },
    ]);
    const again = api(retireFormula, { id: film });
    await expect(again).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.FORMULA_RETIRED });
  });

  test('has a formula with a source, and with inputs other than itself', async () => {
    const invalid = (change: object, field: string) =>
      expect(api(addFormula, { ...HIRE, inputs: [...HIRE.inputs], ...change })).rejects.toMatchObject({
        errorType: 'INVALID',
        fields: { [field]: expect.any(String) },
      });
    await invalid({ source: ' ' }, 'source');
    await invalid({ factor: 0 }, 'factor');
    await invalid({ inputs: [] }, 'inputs');
    await invalid({ figure: 'DAYS' }, 'inputs');
    await expect(office(addFormula, { ...HIRE, inputs: ['DAYS'] })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  });
});

test('days and spend are divided among councils by the days at the locations used, crew is not', async () => {
  const use = async (
    council: string,
    days: { used_from?: string; used_to?: string },
    state: 'USED' | 'AGREED' = 'USED',
  ) => {
    const location_id = await addLocation(db, { title: 'Mill', options: { localauthority: [council] } });
    await db
      .insertInto('production_locations')
      .values({ production_id: id, location_id, title: 'Mill', state, added_at: now, ...days })
      .execute();
  };
  await use('Fife', { used_from: '2026-05-01', used_to: '2026-05-02' });
  await use('Fife', { used_from: '2026-05-03' });
  await use('Angus', {});
  await use('Moray', { used_from: '2026-05-01', used_to: '2026-05-09' }, 'AGREED');
  await api(routes.setFigure, { id, figure: 'DAYS', value: 10, basis: 'DECLARED' });
  await api(routes.setFigure, { id, figure: 'CREW', value: 7, basis: 'DECLARED' });
  await api(routes.setFigure, { id, figure: 'SPEND_CREW', value: 101, basis: 'MEASURED' });
  const { councils } = await read();
  expect(councils).toEqual([
    { council: 'Angus', days: 2.5, spend: 25.25 },
    { council: 'Fife', days: 7.5, spend: 75.75 },
  ]);
});
