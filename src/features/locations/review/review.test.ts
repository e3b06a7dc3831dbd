import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addImage, clearCatalogue, locationDeps, recordEvents } from '../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import {
  addEveryOption,
  getMailKinds,
  publishAll,
  submissionApi,
  submitLocation,
} from '../../../../tests/support/submissions.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import * as publishing from '../publishing/contract.ts';
import { getPermissions } from '../../accounts/permissions.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import { changeOwner } from '../ownership/contract.ts';
import { ownLocationById, ownLocations, saveLocation } from '../editing/contract.ts';
import * as routes from './contract.ts';

const { kysely: db } = await testDatabase();
const HOUR = 3_600_000;
let time: Date;
let owner: Person;
let ownerApi: Api;
let ailsa: Person;
let team: Api;
let colleague: Api;

const now = () => time;
/** The API of a member of the Locations Team. */
const teamApi = (person: Person): Api => {
  const deps = { db, ...locationDeps(recordEvents().publishEvent), now };
  const handlers = featureHandlers(locationFeature, testServices(db, { ...deps, listDocuments: async () => [] }));
  return createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
};

beforeEach(async () => {
  time = new Date();
  await clearCatalogue(db);
  await db.deleteFrom('reason_templates').execute();
  await db.deleteFrom('outbox').execute();
  await addEveryOption(db);
  owner = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
  ownerApi = submissionApi(db, owner, now);
  ailsa = await addPerson(db, 'ADMIN', { first_name: 'Ailsa', last_name: 'Grant' });
  team = teamApi(ailsa);
  colleague = teamApi(await addPerson(db, 'ADMIN', { first_name: 'Iain', last_name: 'Ross' }));
});

/** Submits a new location at a time before now. */
async function submit(hoursAgo = 0): Promise<string> {
  const { id } = await submitLocation(db, ownerApi);
  const submitted_at = new Date(time.getTime() - hoursAgo * HOUR);
  await db.updateTable('locations').set({ submitted_at }).where('id', '=', id).execute();
  return id;
}

const back = (id: string, given: object = {}) =>
  team(publishing.updateStatus, { id, status: 'DRAFT' as const, ...given });
const REASONS = {
  note: 'Nearly there.',
  reasons: [
    { part: 'images' as const, text: 'Photos of the rear, please.' },
    { part: 'title' as const, text: 'Use the name on the map.' },
  ],
};

describe('the queue', () => {
  it('lists what awaits approval, the oldest first, with its kind, owner and completeness', async () => {
    const online = await submit();
    await publishAll(db, [online]);
    await ownerApi(saveLocation, { id: online, description: 'A mill with a lade.', isSubmitting: true });
    const old = await submit(30);
    const recent = await submit(2);
    const { data, total } = await team(routes.reviewQueue, {});
    expect(data.map(({ id, kind }) => [id, kind])).toEqual([
      [old, 'first'],
      [recent, 'first'],
      [online, 'change'],
    ]);
    expect(total).toBe(3);
    expect(data[0]).toMatchObject({ title: 'Weir mill', complete: 5, images: 1, reviewer: null, claimed_at: null });
    expect(data[0]?.owner).toMatchObject({ id: owner.id, first_name: 'Morag', last_name: 'Maclean' });
    const changes = await team(routes.reviewQueue, { kind: 'change' });
    expect(changes.data.map(({ id }) => id)).toEqual([online]);
    const newest = await team(routes.reviewQueue, { sortBy: 'submitted_at', sortOrder: 'desc', kind: 'first' });
    expect(newest.data.map(({ id }) => id)).toEqual([recent, old]);
  });

  it('leaves out what is decided', async () => {
    const [published, returned] = [await submit(), await submit()];
    await team(publishing.publish, { id: published });
    await back(returned);
    expect(await team(routes.reviewQueue, {})).toMatchObject({ data: [], total: 0 });
  });
});

describe('approving several', () => {
  /** The rows of the queue for these locations. */
  const see = async (...ids: string[]) => {
    const { data } = await team(routes.reviewQueue, {});
    return ids.map((id) => {
      const { version, images_version, submitted_at } = data.find((row) => row.id === id)!;
      return { id, version, images_version, submitted_at };
    });
  };

  it('publishes each with its own decision, audit entry and email, and says which is not complete', async () => {
    const [one, two, bare] = [await submit(), await submit(), await submit()];
    await db.deleteFrom('images').where('location_id', '=', bare).execute();
    await db.updateTable('locations').set({ address1: null, version: 7 }).where('id', '=', bare).execute();
    await db.deleteFrom('outbox').execute();
    const { results } = await team(routes.approveLocations, { locations: await see(one, bare, two) });
    const published = { title: 'Weir mill', reason: null, published_without: [] };
    expect(results).toEqual([
      { id: one, ...published },
      { id: bare, ...published, reason: 'There are mandatory fields not filled: Address 1' },
      { id: two, ...published },
    ]);
    expect((await team(routes.reviewQueue, {})).data.map(({ id }) => id)).toEqual([bare]);
    for (const id of [one, two])
      expect(await team(routes.reviewById, { id })).toMatchObject({
        decisions: [{ decision: 'PUBLISHED', decided_by: { id: ailsa.id } }],
      });
    const audited = await db
      .selectFrom('audit_logs')
      .select('location_id')
      .where('type', '=', AUDIT_TYPES.LOCATION_PUBLISHED.number)
      .where('user_id', '=', ailsa.id)
      .execute();
    expect(audited.map(({ location_id }) => location_id)).toEqual([one, two]);
    expect(await getMailKinds(db, owner.email)).toHaveLength(2);
  });

  it('leaves out what has changed, is decided or was sent again since it was seen', async () => {
    const [changed, pictured, published, returned, sentAgain, same] = [
      await submit(),
      await submit(),
      await submit(),
      await submit(),
      await submit(1),
      await submit(),
    ];
    const locations = await see(changed, pictured, published, returned, sentAgain, same);
    await db.updateTable('locations').set({ version: 9 }).where('id', '=', changed).execute();
    await addImage(db, pictured, { position: 1 });
    await colleague(publishing.publish, { id: published });
    await back(returned);
    await back(sentAgain);
    await ownerApi(saveLocation, { id: sentAgain, isSubmitting: true });
    const { results } = await team(routes.approveLocations, { locations });
    expect(results.map(({ reason }) => reason)).toEqual([
      'Somebody else has changed this location. Check it, then decide.',
      'Somebody else has changed this location. Check it, then decide.',
      'This location is not waiting for approval',
      'This location is not waiting for approval',
      'The owner has sent this location again. Check it, then decide.',
      null,
    ]);
  });

  it('says nothing of locations that the caller may not see', async () => {
    const id = await submit();
    const locations = await see(id);
    const office = teamApi({ ...ailsa, role: 'FILM_OFFICE', permissions: getPermissions('FILM_OFFICE'), officeId: 0 });
    expect((await office(routes.approveLocations, { locations })).results).toEqual([
      { id, title: null, reason: 'We cannot find this location. It may have been deleted.', published_without: [] },
    ]);
  });

  it('has a limit', async () => {
    const [seen] = await see(await submit());
    const locations = Array.from({ length: 101 }, () => seen!);
    await expect(team(routes.approveLocations, { locations })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { locations: 'At most 100 locations can be approved at once. Select fewer.' },
    });
  });
});

describe('a claim', () => {
  const reviewers = async (api = team, reviewer?: 'me' | 'colleague' | 'nobody') =>
    (await api(routes.reviewQueue, { reviewer })).data.map(({ reviewer: person }) => person?.first_name ?? null);

  it('shows colleagues who reviews a location, until it is released or taken over', async () => {
    const id = await submit();
    await team(routes.claimReview, { id });
    expect(await reviewers(colleague)).toEqual(['Ailsa']);
    expect(await team(routes.reviewById, { id })).toMatchObject({ reviewer: { id: ailsa.id } });
    expect([await reviewers(team, 'me'), await reviewers(colleague, 'me')]).toEqual([['Ailsa'], []]);
    expect([await reviewers(colleague, 'colleague'), await reviewers(team, 'nobody')]).toEqual([['Ailsa'], []]);
    await expect(colleague(routes.claimReview, { id })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'Ailsa Grant is reviewing this location.',
    });
    await colleague(routes.claimReview, { id, take_over: true });
    // Releasing what a colleague has taken over changes nothing.
    await team(routes.releaseReview, { id });
    expect(await reviewers()).toEqual(['Iain']);
    await colleague(routes.releaseReview, { id });
    expect(await reviewers(team, 'nobody')).toEqual([null]);
  });

  it('keeps nobody from deciding, and ends with the decision', async () => {
    const id = await submit();
    await team(routes.claimReview, { id });
    await colleague(publishing.publish, { id });
    expect(await db.selectFrom('review_claims').select('user_id').execute()).toEqual([]);
    await expect(team(routes.claimReview, { id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('of a deleted account counts as none', async () => {
    const id = await submit();
    await team(routes.claimReview, { id });
    const nothing = { enabled_at: null, email: null, password_hash: null, telephone1: null, email_verified_at: null };
    await db.updateTable('users').set(nothing).where('id', '=', ailsa.id).execute();
    expect(await reviewers(colleague, 'nobody')).toEqual([null]);
    await colleague(routes.claimReview, { id });
    expect(await reviewers(colleague, 'me')).toEqual(['Iain']);
  });
});

describe('returning a location', () => {
  const ownReasons = async (id: string) => (await ownerApi(ownLocationById, { id })).returned;

  it('gives its owner the reasons by email, in the wizard and in the list', async () => {
    const id = await submit();
    await db.deleteFrom('outbox').execute();
    expect(await back(id, REASONS)).toEqual({ message: 'Location status updated successfully' });
    const [mail] = await db.selectFrom('outbox').select(['recipient', 'kind', 'text']).execute();
    expect(mail).toMatchObject({ recipient: owner.email, kind: 'location-moved-back' });
    expect(mail?.text).toContain('> Nearly there.');
    expect(mail?.text).toContain('> Images: Photos of the rear, please.');
    // In the order of the wizard.
    expect(await ownReasons(id)).toEqual({
      decided_at: expect.any(String),
      note: 'Nearly there.',
      reasons: [REASONS.reasons[1], REASONS.reasons[0]],
    });
    const { data } = await ownerApi(ownLocations, {});
    expect(data).toMatchObject([{ id, asked: 3 }]);
  });

  it('needs no reasons', async () => {
    const id = await submit();
    await back(id);
    expect(await ownReasons(id)).toBeNull();
    const [mail] = await db.selectFrom('outbox').select('text').where('kind', '=', 'location-moved-back').execute();
    expect(mail?.text).not.toContain('What to change');
  });

  it('keeps the reasons open while the owner edits, until they submit; the team still reads them', async () => {
    const id = await submit();
    await back(id, REASONS);
    await ownerApi(saveLocation, { id, description: 'A mill with a lade.' });
    expect(await ownReasons(id)).not.toBeNull();
    await ownerApi(saveLocation, { id, isSubmitting: true });
    expect(await ownReasons(id)).toBeNull();
    await team(publishing.publish, { id });
    const { decisions } = await team(routes.reviewById, { id });
    expect(decisions).toMatchObject([
      { decision: 'PUBLISHED', note: '', reasons: [], decided_by: { first_name: 'Ailsa' } },
      { decision: 'RETURNED', note: 'Nearly there.', decided_by: { id: ailsa.id } },
    ]);
    expect(decisions[1]?.reasons).toHaveLength(2);
  });

  it('closes the reasons when the team publishes the location itself, or takes it offline after the next submission', async () => {
    const [id, other] = [await submit(), await submit()];
    await back(id, REASONS);
    await team(publishing.publish, { id });
    await ownerApi(saveLocation, { id, description: 'A mill with a lade.' });
    expect(await ownReasons(id)).toBeNull();

    await team(publishing.publish, { id: other });
    await ownerApi(saveLocation, { id: other, description: 'A mill with a lade.', isSubmitting: true });
    await back(other, REASONS);
    await ownerApi(saveLocation, { id: other, isSubmitting: true });
    await team(publishing.unpublish, { id: other });
    expect(await ownReasons(other)).toBeNull();
  });

  it('rejects a location that was submitted again, and keeps the new submission', async () => {
    const id = await submit(1);
    const { submitted_at } = await ownerApi(ownLocationById, { id });
    await back(id, { ...REASONS, submitted_at });
    await ownerApi(saveLocation, { id, isSubmitting: true });
    await expect(back(id, { ...REASONS, submitted_at })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'The owner has sent this location again. Check it, then decide.',
    });
    expect(await ownReasons(id)).toBeNull();
  });

  it.each([
    ['two for one field', { reasons: [REASONS.reasons[0], REASONS.reasons[0]] }],
    ['an empty one', { reasons: [{ part: 'title', text: '  ' }] }],
    ['one for an internal field', { reasons: [{ part: 'internalteamnotes', text: 'Why?' }] }],
    ['one that is too long', { reasons: [{ part: 'title', text: 'x'.repeat(1_001) }] }],
  ])('rejects %s', async (_, given) => {
    const id = await submit();
    await expect(back(id, given)).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await team(routes.reviewQueue, {})).toMatchObject({ total: 1 });
  });

  it('shows the reasons to the next owner, whose location it is then', async () => {
    const id = await submit();
    await back(id, REASONS);
    const next = await addPerson(db, 'OWNER');
    await team(changeOwner, { id, userId: next.id, from: owner.id, ownerFields: 'keep' });
    expect(await submissionApi(db, next)(ownLocationById, { id })).toMatchObject({
      returned: { note: 'Nearly there.' },
    });
  });
});

describe('the page of a review', () => {
  it('has the published images beside those to come', async () => {
    const id = await submit();
    await publishAll(db, [id]);
    await addImage(db, id, { caption: 'The lade', position: 1 });
    const { images } = await team(routes.reviewById, { id });
    expect(images.published.map(({ primary }) => primary)).toEqual([true]);
    expect(images.now.map(({ name, primary }) => [name, primary])).toEqual([
      [images.published[0]?.name, true],
      ['The lade', false],
    ]);
  });

  it('has no published images for a first submission', async () => {
    const { images } = await team(routes.reviewById, { id: await submit() });
    expect([images.published.length, images.now.length]).toEqual([0, 1]);
  });
});

describe('the figures', () => {
  it('are the median and the 90th percentile of the decisions of the last 30 days', async () => {
    expect(await team(routes.figures, {})).toEqual({ days: 30, decisions: 0, median: null, percentile_90: null });
    for (const hours of [1, 2, 3, 4, 100]) {
      const id = await submit(hours);
      await (hours === 2 ? back(id) : team(publishing.publish, { id }));
    }
    const old = await submit(900);
    await team(publishing.publish, { id: old });
    const monthAgo = new Date(time.getTime() - 31 * 24 * HOUR);
    await db.updateTable('location_reviews').set({ decided_at: monthAgo }).where('location_id', '=', old).execute();
    const { decisions, median, percentile_90 } = await team(routes.figures, {});
    expect(decisions).toBe(5);
    expect(Math.round(median! / 3600)).toBe(3);
    // Between the fourth and the fifth: 4 + 0.6 × 96 hours.
    expect(Math.round(percentile_90! / 3600)).toBe(62);
  });

  it('leave out what the team publishes without a submission', async () => {
    const id = await submit();
    await back(id);
    await team(publishing.publish, { id });
    expect(await team(routes.figures, {})).toMatchObject({ decisions: 1 });
  });
});

describe('templates of reasons', () => {
  it('are added, changed and deleted, each with a unique title; an outdated change is a conflict', async () => {
    await team(routes.addReasonTemplate, { title: 'Rear', text: 'Photos of the rear, please.' });
    const [rear] = await team(routes.addReasonTemplate, { title: 'Access', text: 'How does a lorry get in?' }).then(
      (all) => all.filter(({ title }) => title === 'Rear'),
    );
    const { id, version } = rear!;
    await expect(team(routes.addReasonTemplate, { title: 'REAR', text: 'Again' })).rejects.toMatchObject({
      fields: { title: 'Another template has this name.' },
    });
    const changed = await colleague(routes.changeReasonTemplate, { id, version, title: 'Rear', text: 'The rear.' });
    expect(changed.map(({ title, text }) => [title, text])).toEqual([
      ['Access', 'How does a lorry get in?'],
      ['Rear', 'The rear.'],
    ]);
    await expect(
      team(routes.changeReasonTemplate, { id, version, title: 'Rear', text: 'Mine.' }),
    ).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(team(routes.deleteReasonTemplate, { id, version })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(await team(routes.deleteReasonTemplate, { id, version: version + 1 })).toHaveLength(1);
    await expect(team(routes.deleteReasonTemplate, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});
