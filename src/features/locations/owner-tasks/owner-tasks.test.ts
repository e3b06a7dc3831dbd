import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import {
  addLocation,
  addImage,
  clearCatalogue,
  locationDeps,
  recordEvents,
} from '../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import { addEveryOption, registerLocation, submitLocation } from '../../../../tests/support/submissions.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { ownLocationById, ownLocations, saveLocation } from '../editing/contract.ts';
import * as routes from './contract.ts';

const { kysely: db } = await testDatabase();
const now = () => new Date();
const createApi = (person: Person): Api => {
  const deps = { db, ...locationDeps(recordEvents().publishEvent), now };
  const handlers = featureHandlers(locationFeature, testServices(db, { ...deps, listDocuments: async () => [] }));
  return createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
};
let owner: Person;
let ownerApi: Api;
let team: Api;
let id: string;

beforeEach(async () => {
  await clearCatalogue(db);
  await addEveryOption(db);
  owner = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
  ownerApi = createApi(owner);
  team = createApi(await addPerson(db, 'ADMIN', { first_name: 'Ailsa', last_name: 'Grant' }));
  ({ id } = await registerLocation(ownerApi, { complete: true }));
  await db.deleteFrom('outbox').execute();
});

const REAR = { step: 'images' as const, text: 'Photos of the rear, please.' };
const ask = (of = id) => team(routes.addOwnerTask, { id: of, ...REAR });
const listTasks = () => team(routes.ownerTasks, { id });
const getOwn = () => ownerApi(ownLocationById, { id });

describe('asking an owner', () => {
  it('sends an email with a link to the step, and shows the task in the wizard and the list', async () => {
    const [task] = await ask();
    expect(task).toMatchObject({ ...REAR, state: 'OPEN', created_by: { first_name: 'Ailsa' }, closed_at: null });
    const mails = await db.selectFrom('outbox').select(['recipient', 'kind', 'subject', 'text']).execute();
    expect(mails).toMatchObject([
      { recipient: owner.email, kind: 'location-asked', subject: 'We need something for Weir mill' },
    ]);
    expect(mails[0]?.text).toContain('> Photos of the rear, please.');
    expect(mails[0]?.text).toContain(`Open ‘Location images’: https://recce.example/locations/${id}?step=5`);
    expect((await getOwn()).tasks).toMatchObject([{ ...REAR, id: task?.id }]);
    expect((await ownerApi(ownLocations, {})).data).toMatchObject([{ id, asked: 1 }]);
  });

  it('needs an owner who can be reached', async () => {
    await expect(ask(await addLocation(db, { title: 'Weir' }))).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'This location has no owner who can be asked.',
    });
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner.id).execute();
    await expect(ask()).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([]);
  });

  it('is not possible while the location awaits approval', async () => {
    const { id: waiting } = await submitLocation(db, ownerApi);
    await expect(ask(waiting)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: expect.stringContaining('Return it to the owner'),
    });
  });

  it('rejects an empty text and an unknown step', async () => {
    for (const task of [
      { step: 'images', text: ' ' },
      { step: 'garden', text: 'The garden' },
    ]) {
      await expect(team(routes.addOwnerTask, { id, ...task } as never)).rejects.toMatchObject({ errorType: 'INVALID' });
    }
  });
});

describe('a task', () => {
  it('is done when its owner marks it, which the team sees; marking it again changes nothing', async () => {
    const [task] = await ask();
    const done = { id, taskId: task!.id };
    expect(await ownerApi(routes.completeOwnerTask, done)).toEqual([]);
    const [closed] = await listTasks();
    expect(closed).toMatchObject({ state: 'DONE', closed_by: { first_name: 'Morag' } });
    await ownerApi(routes.completeOwnerTask, done);
    expect(await listTasks()).toEqual([closed]);
    await expect(team(routes.cancelOwnerTask, done)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    // The state of the location is unchanged.
    expect(await getOwn()).toMatchObject({ location_status: 'DRAFT', version: 2, tasks: [] });
  });

  it('is done when its owner submits the location', async () => {
    await addImage(db, id, { is_primary: true });
    await ask();
    await ownerApi(saveLocation, { id, isSubmitting: true });
    expect(await listTasks()).toMatchObject([{ state: 'DONE', closed_by: { id: owner.id } }]);
    expect((await getOwn()).tasks).toEqual([]);
  });

  it('disappears for the owner when the team cancels it', async () => {
    const [task] = await ask();
    expect(await team(routes.cancelOwnerTask, { id, taskId: task!.id })).toMatchObject([{ state: 'CANCELLED' }]);
    expect((await getOwn()).tasks).toEqual([]);
    // A page that was opened before does not fail.
    expect(await ownerApi(routes.completeOwnerTask, { id, taskId: task!.id })).toEqual([]);
    expect(await listTasks()).toMatchObject([{ state: 'CANCELLED' }]);
  });

  it('does not exist for other owners, nor at another location', async () => {
    const [task] = await ask();
    const stranger = createApi(await addPerson(db, 'OWNER'));
    const taskId = task!.id;
    await expect(stranger(routes.completeOwnerTask, { id, taskId })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    const { id: other } = await registerLocation(ownerApi);
    await expect(ownerApi(routes.completeOwnerTask, { id: other, taskId })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    expect(await listTasks()).toMatchObject([{ state: 'OPEN' }]);
  });
});
