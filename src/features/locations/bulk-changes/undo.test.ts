import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addImage, addLocation, addOption, locationDeps } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { publishLocations, unpublishLocation } from '../publishing/commands.server.ts';
import { saveLocation } from '../editing/commands.server.ts';
import { performBatch } from './batch.commands.server.ts';
import * as routes from './contract.ts';
import type { BulkAction } from './schema.ts';

const { kysely: db } = await testDatabase();
const [admin, owner, other] = [
  await addPerson(db, 'ADMIN'),
  await addPerson(db, 'OWNER'),
  await addPerson(db, 'OWNER'),
];
await addOption(db, 'category', 'Castle');
await addOption(db, 'condition', 'Ruined');
const deps = locationDeps();
const jobs = { enqueue: async () => {}, stop: async () => {} };
const now = () => new Date();
const api = createJsonApi(
  createInProcessCaller(
    featureHandlers(locationFeature, testServices(db, { jobs, ...deps, now })),
    createCallContext(admin),
  ),
);

const SEQUENCES = 12;
const inTransaction = db.transaction();
const save = (id: string, description: string) =>
  inTransaction.execute((trx) =>
    saveLocation({ ...deps, trx, actor: admin, at: now() }, { id, description, isSubmitting: false }),
  );

const START = {
  draft: async () => {},
  live: (id: string) =>
    inTransaction.execute((trx) => publishLocations(trx, { ids: [id], at: now() }, deps.publishEvent)),
  changed: async (id: string) => {
    await START.live(id);
    await save(id, 'Changed after it was published');
  },
} as const;

/** Changes by somebody else before the change is undone. */
const LATER = {
  nothing: async () => {},
  save: (id: string) => save(id, 'Changed by somebody else'),
  publish: async (id: string) => void (await START.live(id)),
  unpublish: (id: string) =>
    inTransaction
      .execute((trx) => unpublishLocation({ ...deps, trx, actor: admin, at: now() }, { id }))
      .catch(() => {}),
} as const;

const ACTIONS: readonly BulkAction[] = [
  { kind: 'set', field: 'condition', options: ['Ruined'] },
  { kind: 'set', field: 'category', options: [] },
  { kind: 'add', field: 'category', options: ['Castle'] },
  { kind: 'remove', field: 'category', options: ['Mill or factory'] },
  { kind: 'feature', featured: true },
  { kind: 'owner', userId: other.id },
  { kind: 'publish' },
  { kind: 'unpublish' },
];

const place = fc.record({
  start: fc.constantFrom('draft', 'live', 'changed'),
  later: fc.constantFrom('nothing', 'nothing', 'save', 'publish', 'unpublish'),
  owned: fc.boolean(),
} as const);

/** Everything but the version. */
async function read(ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(l) - 'version' as location,
      array(select option_id from location_options where location_id = l.id order by option_id) as options,
      (select to_jsonb(p) from published_locations p where p.id = l.id) as published,
      (select jsonb_agg(to_jsonb(i) order by i.id) from images i where i.location_id = l.id) as images,
      (select to_jsonb(listed) from location_list listed where listed.id = l.id) as listed
    from unnest(${ids}::uuid[]) with ordinality asked (id, n) join locations l using (id) order by n`.execute(db);
  return rows;
}

async function work(id: string): Promise<void> {
  while (['RUNNING', 'UNDOING'].includes((await api(routes.bulkChangeById, { id })).state))
    await inTransaction.execute((trx) => performBatch(trx, deps, jobs, { id, at: now(), size: 2 }));
}

test('undoing restores what was before, unless it was changed since', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ACTIONS),
      fc.array(place, { minLength: 1, maxLength: 4 }),
      async (action, places) => {
        const ids: string[] = [];
        for (const { start, owned } of places) {
          const id = await addLocation(db, {
            address1: '1 Weir Road',
            owner_id: owned ? owner.id : null,
            options: SAMPLE_OPTIONS,
          });
          await addImage(db, id, { is_primary: true, taken_latitude: 56, taken_longitude: -4 });
          await START[start](id);
          ids.push(id);
        }
        const before = await read(ids);
        const { id, counts } = await api(routes.previewBulkChange, { selection: { ids }, action });
        if (counts.PENDING === 0) return;
        await api(routes.startBulkChange, { id });
        await work(id);
        const { data } = await api(routes.bulkItems, { id });
        const changed = new Set(data.filter(({ state }) => state === 'CHANGED').map(({ location_id }) => location_id));
        for (const [index, { later }] of places.entries()) await LATER[later](ids[index]!);
        const after = await read(ids);
        await api(routes.undoBulkChange, { id });
        await work(id);
        const restored = await read(ids);
        const items = new Map((await api(routes.bulkItems, { id })).data.map((item) => [item.location_id, item.state]));
        for (const [index, location] of ids.entries()) {
          const isUndone = items.get(location) === 'UNDONE';
          expect(restored[index]).toEqual(isUndone ? before[index] : after[index]);
          const { later } = places[index]!;
          expect(isUndone || later !== 'nothing' || !changed.has(location)).toBe(true);
          expect(isUndone && later === 'save').toBe(false);
        }
      },
    ),
    { numRuns: SEQUENCES },
  );
});
