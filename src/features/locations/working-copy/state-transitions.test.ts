import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addOption } from '../../../../tests/support/locations.ts';
import { BEGINNING, OTHER_OPTIONS, anyAction } from '../../../../tests/support/states/actions.ts';
import { type Action, type Outcome, type Place, CHANGED_SINCE } from '../../../../tests/support/states/model.ts';
import { Sequence } from '../../../../tests/support/states/sequence.ts';
import { SiteDriver } from '../../../../tests/support/states/site-driver.ts';
import { isUnchangedSincePublished } from '../catalogue/published/published-version.queries.server.ts';
import { FACET_FIELDS } from '../catalogue/schema.ts';

/** A tenth of the random actions reaches every state with this seed; the endurance tests run them all, with random seeds. */
const isEndurance = inject('isEndurance');
const ACTION_COUNT = isEndurance ? 10_000 : 1_000;
const [CONCURRENT_RUNS, SEED] = isEndurance ? [60, undefined] : [20, 1];
/** Maximum length of a sequence; half of that on average. */
const MAX_ACTIONS = 160;
/** Sequences that run at the same time, each with its own people and locations. */
const CONCURRENCY = isEndurance ? 4 : 2;
/** Half as many again as it takes on average, so that there are enough for any random lengths. */
const SEQUENCES = Math.ceil((1.5 * ACTION_COUNT) / CONCURRENCY / (MAX_ACTIONS / 2));
/** Milliseconds; long, for a loaded machine. */
const TIMEOUT_MS = 300_000;

const { kysely: db } = await testDatabase();
/** Number of actions, their outcomes by name, and the states they have reached. */
const seen = {
  actions: 0,
  done: new Set<string>(),
  rejected: new Set<string>(),
  unseen: new Set<string>(),
  states: new Set<string>(),
};

function note(action: Action, expected: Outcome, places: readonly (Place | null)[]): void {
  seen.actions += 1;
  const name = action.kind === 'save' && action.save.submits ? 'submit' : action.kind;
  ('errorType' in expected ? seen.rejected : seen.done).add(name);
  if ('errorType' in expected && expected.reason === CHANGED_SINCE) seen.unseen.add(name);
  for (const place of places) if (place) seen.states.add(`${place.status} ${place.location_status}`);
}

beforeAll(async () => {
  for (const field of FACET_FIELDS) {
    for (const name of [...SAMPLE_OPTIONS[field], ...OTHER_OPTIONS[field]]) await addOption(db, field, name);
  }
});

test.concurrent.each(Array.from({ length: CONCURRENCY }, (_, n) => n))(
  'locations follow the state table for random actions (%i)',
  async (number) => {
    const share = ACTION_COUNT / CONCURRENCY;
    let actions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: MAX_ACTIONS, size: 'max' }), async (sequence) => {
        if (actions >= share) return;
        const run = new Sequence(await SiteDriver.open(db), (action, ...outcome) => {
          actions += 1;
          note(action, ...outcome);
        });
        for (const action of [...BEGINNING, ...sequence]) await run.step(action);
      }),
      { numRuns: SEQUENCES, ...(SEED && { seed: SEED + number }) },
    );
  },
  TIMEOUT_MS,
);

test('concurrent actions leave no location in an invalid state', async () => {
  const stage = await SiteDriver.open(db);
  for (const action of BEGINNING) await stage.perform(action, 0);
  const outcomes = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 8, maxLength: 8 }), async (actions) => {
      await stage.look();
      const ofOne = actions
        .filter(({ kind }) => kind !== 'create' && kind !== 'delete')
        .map((action) => ({ ...action, place: 0 }));
      const answers = await Promise.all(ofOne.map((action) => stage.perform(action, 0)));
      for (const answer of answers) outcomes.add('errorType' in answer);
      const { id, status, location_status, waiting, online, images, contacts } = (await stage.look()).places[0]!;
      expect([status, online !== null]).toEqual([status, status !== 'NEW']);
      expect([location_status, waiting]).toEqual([location_status, location_status === 'AWAITING_APPROVAL']);
      expect(images.filter(({ primary }) => primary)).toHaveLength(Math.min(1, images.length));
      expect(contacts.filter(({ primary }) => primary)).toHaveLength(Math.min(1, contacts.length));
      expect([status, await isUnchangedSincePublished(db, id)]).not.toEqual(['LIVE', false]);
    }),
    { numRuns: CONCURRENT_RUNS, ...(SEED && { seed: SEED }) },
  );
  expect(outcomes.size).toBe(2);
});

test('the actions reached every state, and each was both done and rejected', () => {
  expect(seen.actions).toBeGreaterThanOrEqual(ACTION_COUNT);
  expect([...seen.states].toSorted()).toEqual([
    'CHANGED AWAITING_APPROVAL',
    'CHANGED DRAFT',
    'CHANGED PUBLISHED',
    'LIVE AWAITING_APPROVAL',
    'LIVE DRAFT',
    'LIVE PUBLISHED',
    'NEW AWAITING_APPROVAL',
    'NEW DRAFT',
  ]);
  expect(seen.unseen).toContain('publish');
  const ofLocations = ['create', 'save', 'submit', 'publish', 'unpublish', 'move back', 'delete'];
  const ofParts = ['add image', 'delete image', 'make primary', 'describe', 'add contact', 'change contact'];
  const ofTeam = ['change owner', 'add document', 'delete document'];
  for (const action of [...ofLocations, ...ofParts, 'delete contact', ...ofTeam]) {
    expect([action, seen.done.has(action), seen.rejected.has(action)]).toEqual([action, true, true]);
  }
});
