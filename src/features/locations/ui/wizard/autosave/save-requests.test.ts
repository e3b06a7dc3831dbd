import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../../../tests/support/database.ts';
import { COMPLETE_FIELDS, submissionApi } from '../../../../../../tests/support/submissions.ts';
import { addPerson } from '../../../../../../tests/support/people.ts';
import { type Api, ApiError } from '../../../../../platform/http/contract.ts';
import { newDraft, ownLocations } from '../../../submission/contract.ts';
import { createSaveRequests } from './save-requests.ts';
import type { SaveRequests } from './autosaver.ts';

const { kysely: db } = await testDatabase();
const { information } = COMPLETE_FIELDS;
const NOTHING = { location: null, draft: null };
let api: Api;
let keeping: SaveRequests;
/** What the connection does with the next calls. */
let connection: 'holds' | 'loses the question' | 'loses the answer';

beforeEach(async () => {
  api = submissionApi(db, await addPerson(db, 'OWNER'));
  connection = 'holds';
  const lossy: Api = async (route, input) => {
    const doing = connection;
    connection = 'holds';
    const answer = doing === 'loses the question' ? undefined : await api(route, input);
    if (doing === 'holds') return answer as never;
    throw new ApiError('INTERNAL', 'We could not reach the site. Check your connection and try again.');
  };
  keeping = createSaveRequests(lossy, new QueryClient());
});

it.each(['loses the question', 'loses the answer'] as const)(
  'makes one location with what was typed last when the connection %s',
  async (what) => {
    connection = what;
    await expect(keeping.save(NOTHING, information, false)).rejects.toThrow('We could not reach the site.');
    const { location } = await keeping.save(NOTHING, { ...information, title: 'Weir cottage' }, false);
    expect(location).toMatchObject({ title: 'Weir cottage', draft: null });
    const { data } = await api(ownLocations, {});
    expect(data.map(({ title }) => title)).toEqual(['Weir cottage']);
  },
);

it('keeps what is typed while the answer is missing with the location that is there', async () => {
  const fields = { ...information, description: 'A mill' };
  const draft = { ...(await keeping.saveDraft(NOTHING, fields)), fields, was: {} };
  connection = 'loses the answer';
  await expect(keeping.save({ location: null, draft }, information, false)).rejects.toThrow('We could not');
  const typed = { ...fields, description: 'A mill by the weir' };
  const kept = { ...(await keeping.saveDraft({ location: null, draft }, typed)), fields: typed, was: {} };
  expect(await api(newDraft, {})).toEqual({ draft: null });
  const { location } = await keeping.save({ location: null, draft: kept }, information, false);
  expect(location.draft?.fields).toEqual({ description: 'A mill by the weir' });
});

it('does not ask for what was refused', async () => {
  const rejected = keeping.save(NOTHING, { ...information, postcode: 'Stirling' }, false);
  await expect(rejected).rejects.toMatchObject({ errorType: 'INVALID' });
  await keeping.saveDraft(NOTHING, { title: 'Mill' });
  expect(await api(newDraft, {})).toMatchObject({ draft: { fields: { title: 'Mill' } } });
});
