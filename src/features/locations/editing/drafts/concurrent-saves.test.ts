import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { COMPLETE_FIELDS, submissionApi } from '../../../../../tests/support/submissions.ts';
import { addPerson } from '../../../../../tests/support/people.ts';
import { type Api, isApiError } from '../../../../platform/http/contract.ts';
import * as routes from '../contract.ts';
import type { TypedFields } from '../../working-copy/schema.ts';
import { getStepFields, getStepProblems } from '../schema.ts';
import { LOCATION_FIELDS, type LocationFields } from '../../catalogue/fields/lookup.ts';
import { getEmptyFields } from '../../catalogue/fields/values.ts';

const { kysely: db } = await testDatabase();

/** Right, wrong and nothing, for the fields of three steps. */
const TYPED = fc.oneof(
  fc.constant<TypedFields>(COMPLETE_FIELDS.information),
  fc.record(
    {
      title: fc.constantFrom('Weir mill', 'Old mill', ' ', ''),
      postcode: fc.constantFrom('FK8 1AA', 'FK8'),
      telephone2: fc.constantFrom('', '01786 496 0177', 'none'),
      description: fc.constantFrom('A mill.', 'A mill on the river.', ''),
      latitude: fc.constantFrom(56.1, null),
      longitude: fc.constantFrom(-3.9, null),
    },
    { requiredKeys: [] },
  ),
);
const STEPS_TYPED = [0, 2, 5] as const;

const window = fc.nat(1);
const ACT = fc.oneof(
  fc.record({ act: fc.constant('type' as const), window, fields: TYPED as fc.Arbitrary<TypedFields> }),
  fc.record({ act: fc.constant('look' as const), window }),
  fc.record({ act: fc.constant('keep' as const), window }),
  fc.record({ act: fc.constant('save' as const), window, step: fc.constantFrom(...STEPS_TYPED) }),
);

/** The state of a wizard window that does not merge: the saved values, and the input based on them. */
interface View {
  readonly id: string | null;
  readonly version: number;
  readonly draftVersion: number;
  readonly saved: LocationFields;
  readonly typed: TypedFields;
}

const shown = ({ saved, typed }: View): LocationFields => ({ ...saved, ...typed }) as LocationFields;
/** Except for the URL, which is made from the title. */
const read = (fields: LocationFields) => ({ ...fields, locationurl: '' });
const only = (fields: readonly string[], from: object): TypedFields =>
  Object.fromEntries(Object.entries(from).filter(([field]) => fields.includes(field)));

async function look(api: Api, id: string | null): Promise<View> {
  if (id === null) {
    const { draft } = await api(routes.newDraft, {});
    return {
      id,
      version: 0,
      draftVersion: draft?.version ?? 0,
      saved: getEmptyFields(LOCATION_FIELDS),
      typed: draft?.fields ?? {},
    };
  }
  const { version, draft, ...location } = await api(routes.ownLocationById, { id });
  const saved = only(Object.keys(getEmptyFields(LOCATION_FIELDS)), location) as LocationFields;
  return { id, version, draftVersion: draft?.version ?? 0, saved, typed: draft?.fields ?? {} };
}

async function keep(api: Api, { id, version, draftVersion, typed: fields }: View): Promise<string | null> {
  if (id === null) await api(routes.saveNewDraft, { draftVersion, fields });
  else await api(routes.saveDraft, { id, version, draftVersion, fields });
  return id;
}

async function save(api: Api, view: View, step: number): Promise<string> {
  const { id, version, draftVersion } = view;
  const fields = only(getStepFields(step), id === null ? shown(view) : view.typed);
  if (id !== null) await api(routes.saveLocation, { id, version, draftVersion, ...fields });
  const made = id ?? randomUUID();
  if (id === null) await api(routes.createLocation, { id: made, draftVersion, ...fields });
  return made;
}

type Outcome = 'kept' | 'created' | 'saved' | 'stale' | 'invalid';

/** Saves all input as a draft, or saves a step; returns the result and its location. */
async function send(api: Api, view: View, step: number | null): Promise<{ outcome: Outcome; id: string | null }> {
  try {
    if (step === null) return { outcome: 'kept', id: await keep(api, view) };
    return { outcome: view.id === null ? 'created' : 'saved', id: await save(api, view, step) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { outcome: error.errorType === 'CONFLICT' ? 'stale' : 'invalid', id: view.id };
  }
}

/** The expected result if the server has `before`. */
function expectedOf(view: View, before: View, step: number | null): { outcome: Outcome; fields: LocationFields } {
  const isFresh = view.version === before.version && view.draftVersion === before.draftVersion;
  const stale = { outcome: 'stale', fields: shown(before) } as const;
  if (step === null) return isFresh ? { outcome: 'kept', fields: shown(view) } : stale;
  const sent = only(getStepFields(step), view.typed);
  const asks = view.id === null || Object.keys(sent).length > 0;
  const isWrong = asks && Object.keys(getStepProblems(step, shown(view))).length > 0;
  // Without a location there is nothing to be stale before the first step is complete.
  if (!isFresh && !(view.id === null && isWrong)) return stale;
  if (isWrong) return { outcome: 'invalid', fields: shown(before) };
  // Sent values are saved; values in the earlier draft are kept.
  return {
    outcome: view.id === null ? 'created' : 'saved',
    fields: shown({ ...before, typed: { ...before.typed, ...sent } }),
  };
}

it('loses no field when two windows change, draft and save in any order', async () => {
  const done: Record<Outcome, number> = { kept: 0, created: 0, saved: 0, stale: 0, invalid: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(ACT, { minLength: 10, maxLength: 30 }), async (acts) => {
      const api = submissionApi(db, await addPerson(db, 'OWNER'));
      let latest: string | null = null;
      const views = [await look(api, latest), await look(api, latest)];
      for (const next of acts) {
        const view = views[next.window]!;
        if (next.act === 'type') views[next.window] = { ...view, typed: { ...view.typed, ...next.fields } };
        if (next.act === 'look') views[next.window] = await look(api, latest);
        if (next.act === 'type' || next.act === 'look') continue;

        // A location begins with the first step.
        const step = next.act === 'keep' ? null : view.id === null ? 0 : next.step;
        const expected = expectedOf(view, await look(api, view.id), step);
        const { outcome, id } = await send(api, view, step);
        const after = await look(api, id);
        expect({ outcome, fields: read(shown(after)) }).toEqual({ ...expected, fields: read(expected.fields) });
        done[outcome] += 1;
        if (outcome === 'stale' || outcome === 'invalid') continue;
        latest = id ?? latest;
        // The window holds on to what it has typed and neither kept nor saved.
        const saved = step === null ? Object.keys(view.typed) : getStepFields(step);
        const left = Object.entries(view.typed).filter(([field]) => !(saved as string[]).includes(field));
        views[next.window] = { ...after, typed: { ...after.typed, ...Object.fromEntries(left) } };
      }
    }),
    { numRuns: 60 },
  );
  for (const [outcome, times] of Object.entries(done)) expect(times, outcome).toBeGreaterThan(5);
}, 60_000);
