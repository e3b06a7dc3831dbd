import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addOption } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import { changeProductions, productionById, updateProduction } from './contract.ts';
import { productionFeature } from './feature.ts';
import * as messages from './messages.ts';
import { MAX_CHANGED } from './schema.ts';
import { productionTimeline } from './timeline/contract.ts';

const { kysely: db } = await testDatabase();
const signIn = async (...person: Parameters<typeof addPerson> extends [unknown, ...infer Rest] ? Rest : never) =>
  featureApi(productionFeature, testServices(db), await addPerson(db, ...person));
const api = await signIn('ADMIN');
const officeId = await addOption(db, 'filmoffice', 'Film Fife');
const office = await signIn('FILM_OFFICE', { office_id: officeId });

beforeEach(async () => {
  await db.deleteFrom('productions').execute();
});

const toReasons = ({ results }: { results: readonly { reason: string | null }[] }) =>
  results.map(({ reason }) => reason);
const select = (ids: readonly string[], version = 1) => ids.map((id) => ({ id, version }));

test.each<[change: object, saved: object]>([
  [{ stage: 'LOST' }, { stage: 'LOST' }],
  [{ office_id: officeId }, { office: 'Film Fife' }],
  [
    { next_step: 'Call', next_step_on: '2999-01-01' },
    { next_step: 'Call', next_step_on: '2999-01-01' },
  ],
])('changes %o of several productions, each with an entry in its timeline', async (change, saved) => {
  const ids = [await addProduction(db, {}), await addProduction(db, {})];
  expect(toReasons(await api(changeProductions, { productions: select(ids), change }))).toEqual([null, null]);
  for (const id of ids) {
    expect(await api(productionById, { id })).toMatchObject({ ...saved, version: 2 });
    const { data } = await api(productionTimeline, { id });
    expect(data).toMatchObject([{ kind: 'CHANGED', can_restore: true }]);
  }
  const audited = await db.selectFrom('audit_logs').select('details').orderBy('id', 'desc').limit(2).execute();
  expect(audited.map(({ details }) => (details as { production: string }).production).toSorted()).toEqual(
    ids.toSorted(),
  );
});

test('leaves out what was changed or deleted meanwhile, and what does not fit, with the reason', async () => {
  const good = await addProduction(db, {}, { title: 'Good' });
  const changed = await addProduction(db, {}, { title: 'Changed' });
  const unfit = await addProduction(db, {}, { next_step: 'Call', next_step_on: '2999-01-01' });
  const deleted = await addProduction(db, {});
  await api(updateProduction, { id: changed, title: 'Changed since' });
  await db.deleteFrom('productions').where('id', '=', deleted).execute();
  const { results } = await api(changeProductions, {
    productions: select([changed, unfit, deleted, good]),
    change: { next_step: null, stage: 'LOST' },
  });
  expect(results).toMatchObject([
    { id: changed, production: { title: 'Changed since' }, reason: messages.PRODUCTION_CHANGED },
    { id: unfit, reason: `Next step: ${messages.ENTER_NEXT_STEP}` },
    { id: deleted, production: null, reason: messages.NO_SUCH_PRODUCTION },
    { id: good, reason: null },
  ]);
  expect(await api(productionById, { id: unfit })).toMatchObject({ stage: 'ENQUIRY', version: 1 });
});

test('a film office changes only what it looks after, and does not learn the name of others', async () => {
  const own = await addProduction(db, {}, { office_id: officeId });
  const other = await addProduction(db, {}, { title: 'Salt and Iron' });
  const productions = select([own, other]);
  expect((await office(changeProductions, { productions, change: { stage: 'SHOOTING' } })).results).toMatchObject([
    { id: own, reason: null },
    { id: other, production: null, reason: messages.NO_SUCH_PRODUCTION },
  ]);
  expect(await api(productionById, { id: other })).toMatchObject({ stage: 'ENQUIRY', version: 1 });
  const given = await office(changeProductions, { productions: select([own], 2), change: { office_id: null } });
  expect(toReasons(given)).toEqual([messages.WOULD_LOSE_ACCESS]);
});

test('assigns productions only to somebody who can change them', async () => {
  const assignee = await addPerson(db, 'FILM_OFFICE', { office_id: officeId });
  const ids = [await addProduction(db, {}, { office_id: officeId }), await addProduction(db, {})];
  const change = { assignee_id: assignee.id };
  expect(toReasons(await api(changeProductions, { productions: select(ids), change }))).toEqual([
    null,
    `Assigned to: ${messages.CANNOT_BE_ASSIGNED}`,
  ]);
});

test('changes at least one and at most 100 productions at once, each once', async () => {
  const id = await addProduction(db, {});
  const change = (ids: readonly string[]) =>
    api(changeProductions, { productions: select(ids), change: { stage: 'LOST' } });
  await expect(change([])).rejects.toMatchObject({ fields: { productions: messages.CHOOSE_PRODUCTIONS } });
  await expect(change(Array.from({ length: MAX_CHANGED + 1 }, () => randomUUID()))).rejects.toMatchObject({
    fields: { productions: messages.changeLimit(MAX_CHANGED) },
  });
  await expect(change([id, id])).rejects.toMatchObject({ fields: { productions: messages.SELECT_ONCE } });
  expect(await api(productionById, { id })).toMatchObject({ stage: 'ENQUIRY', version: 1 });
});
