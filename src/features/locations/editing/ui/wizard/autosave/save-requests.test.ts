import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../../../../tests/support/database.ts';
import { COMPLETE_FIELDS, submissionApi } from '../../../../../../../tests/support/submissions.ts';
import { addPerson } from '../../../../../../../tests/support/people.ts';
import { type Api, ApiError } from '../../../../../../platform/http/contract.ts';
import { newDraft, ownLocations } from '../../../contract.ts';
import { createSaveRequests } from './save-requests.ts';
import type { SaveRequests } from './save-requests.ts';

const { kysely: db } = await testDatabase();
const { information } = COMPLETE_FIELDS;
const NOTHING = { location: null, draft: null };
let api: Api;
let requests: SaveRequests;
/** Behaviour of the connection for the next calls. */
let connection: 'works' | 'loses the request' | 'loses the response';

beforeEach(async () => {
  api = submissionApi(db, await addPerson(db, 'OWNER'));
  connection = 'works';
  const lossy: Api = async (route, input) => {
    const state = connection;
    connection = 'works';
    const response = state === 'loses the request' ? undefined : await api(route, input);
    if (state === 'works') return response as never;
    throw new ApiError('INTERNAL', 'We could not reach the site. Check your connection and try again.');
  };
  requests = createSaveRequests(lossy, new QueryClient());
});

it.each(['loses the request', 'loses the response'] as const)(
  'creates one location with the last input when the connection %s',
  async (failure) => {
    connection = failure;
    await expect(requests.save(NOTHING, information, false)).rejects.toThrow('We could not reach the site.');
    const { location } = await requests.save(NOTHING, { ...information, title: 'Weir cottage' }, false);
    expect(location).toMatchObject({ title: 'Weir cottage', draft: null });
    const { data } = await api(ownLocations, {});
    expect(data.map(({ title }) => title)).toEqual(['Weir cottage']);
  },
);

it('adds input during a lost response to the location that was created', async () => {
  const fields = { ...information, description: 'A mill' };
  const draft = { ...(await requests.saveDraft(NOTHING, fields)), fields, base_values: {} };
  connection = 'loses the response';
  await expect(requests.save({ location: null, draft }, information, false)).rejects.toThrow('We could not');
  const typed = { ...fields, description: 'A mill by the weir' };
  const saved = { ...(await requests.saveDraft({ location: null, draft }, typed)), fields: typed, base_values: {} };
  expect(await api(newDraft, {})).toEqual({ draft: null });
  const { location } = await requests.save({ location: null, draft: saved }, information, false);
  expect(location.draft?.fields).toEqual({ description: 'A mill by the weir' });
});

it('does not look for a location whose creation was rejected', async () => {
  const rejected = requests.save(NOTHING, { ...information, postcode: 'Stirling' }, false);
  await expect(rejected).rejects.toMatchObject({ errorType: 'INVALID' });
  await requests.saveDraft(NOTHING, { title: 'Mill' });
  expect(await api(newDraft, {})).toMatchObject({ draft: { fields: { title: 'Mill' } } });
});
