import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import { publishEvent } from '../../../server/event-subscriptions.ts';
import { deleteAccount } from '../../accounts/account-deletion/commands.server.ts';
import * as routes from '../contract.ts';
import { savedLocations } from '../saved-locations/contract.ts';
import { getSharingLabel } from '../schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT', {
  first_name: 'Catriona',
  last_name: 'Muirsurname',
  email: 'catriona@northlight.example',
});
const director = await addPerson(db, 'SCOUT', { email: 'Isla.Robertson@Northlight.example' });
const unverified = await addPerson(db, 'SCOUT', { email: 'calum@northlight.example', email_verified_at: null });
const [mill = '', tower = ''] = await addPublished(db, ['Mill', 'Tower']);

const apiFor = (person: Person | null) => boardsApi(db, person);
const api = apiFor(scout);
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  await db.deleteFrom('share_mail_log').execute();
  await db.deleteFrom('outbox').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  await api(routes.addLocation, { id, locationId: mill, note: 'Owner is difficult.' });
});

const share = (...emails: string[]) => api(routes.shareBoard, { id, emails });
const mails = () => db.selectFrom('outbox').selectAll().orderBy('recipient').execute();
const listSharedTitles = async (person: Person) =>
  (await apiFor(person)(routes.sharedBoards, {})).data.map(({ title }) => title);

describe('sharing by email', () => {
  test('emails each email address in text and HTML with a link to the board', async () => {
    const shares = await share('isla.robertson@northlight.example', 'new@northlight.example');
    expect(shares.map(({ email }) => email)).toEqual(['isla.robertson@northlight.example', 'new@northlight.example']);
    expect(await api(routes.boardShares, { id })).toEqual(shares);
    const picture = (await api(routes.locationOnBoard, { id, locationId: mill })).item.location!.primaryimage!.sha256;
    const queued = await mails();
    expect(queued.map(({ recipient }) => recipient)).toEqual(shares.map(({ email }) => email));
    // The first one has an account.
    const paths = [id, `shared/${shares[1]!.id}?from=mail#token=issued-when-sent`];
    for (const [n, { kind, subject, text, html }] of queued.entries()) {
      expect([kind, subject]).toEqual(['board-shared', 'Catriona has shared a board with you: Episode 4']);
      for (const part of [text, html]) {
        expect(part).toContain(`https://recce.example/boards/${paths[n]}`);
        expect(part).not.toMatch(/Muirsurname|catriona@|difficult/);
      }
      expect(html).toMatch(new RegExp(`src="https://recce\\.example/media/${picture}/\\d+\\.webp"`));
    }
  });

  test('allows the user of the email address to read the board and its notes, but not to change it', async () => {
    await share('isla.robertson@northlight.example');
    const { data } = await apiFor(director)(routes.sharedBoards, {});
    expect(data).toMatchObject([
      {
        id,
        count: 1,
        shared: { share_count: 0, link: false, owner_name: 'Catriona' },
        rights: { change: false, delete: false },
      },
    ]);
    expect(data.map(getSharingLabel)).toEqual(['From Catriona']);
    const view = await apiFor(director)(routes.boardById, { id });
    expect(view).toMatchObject({ link: null, locations: { data: [{ note: 'Owner is difficult.' }] } });
    expect(JSON.stringify(view)).not.toMatch(/Muirsurname|northlight|@/);
    expect(await listSharedTitles(scout)).toEqual([]);
    for (const attempt of [
      () => apiFor(director)(routes.updateBoard, { id, title: 'x' }),
      () => apiFor(director)(routes.addLocation, { id, locationId: tower }),
      () => apiFor(director)(routes.removeLocation, { id, locationId: mill }),
      () => apiFor(director)(routes.boardShares, { id }),
      () => apiFor(director)(routes.createLink, { id }),
      () => apiFor(director)(routes.duplicateBoard, { id, title: 'x' }),
      () => apiFor(director)(routes.archiveBoard, { id }),
      () => apiFor(director)(routes.deleteBoard, { id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        errorType: 'FORBIDDEN',
        message: 'Only the owner of this board can do this.',
      });
    }
  });

  test('lets editors change the board, but not delete, archive, share or publish it', async () => {
    const [editing] = await api(routes.shareBoard, { id, emails: [director.email], editors: [director.email] });
    expect(editing).toMatchObject({ may_edit: true });
    const [mail] = await mails();
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain('would like you to work on it');
      expect(part).toContain('You can add, move and remove locations');
    }
    const asEditor = apiFor(director);
    const card = await asEditor(routes.updateBoard, { id, title: 'Episode 5', primaryLocationId: mill });
    expect(card).toMatchObject({
      title: 'Episode 5',
      user_id: null,
      shared: { owner_name: 'Catriona' },
      rights: { change: true, choosePrimary: true, share: false, link: false, archive: false, delete: false },
    });
    await asEditor(routes.addLocation, { id, locationId: tower });
    await asEditor(routes.updateLocation, { id, locationId: tower, position: 0, note: 'By night', state: 'ASKED' });
    await asEditor(routes.removeLocation, { id, locationId: mill });
    const { data } = await asEditor(routes.sharedBoards, { editable: 'true', locationId: tower });
    expect(data).toMatchObject([{ id, has_location: true, count: 1 }]);
    expect(await asEditor(savedLocations, {})).toEqual([tower]);
    for (const attempt of [
      () => asEditor(routes.boardShares, { id }),
      () => asEditor(routes.updateShare, { id, shareId: editing!.id, mayEdit: true }),
      () => asEditor(routes.createLink, { id }),
      () => asEditor(routes.duplicateBoard, { id, title: 'x' }),
      () => asEditor(routes.archiveBoard, { id }),
      () => asEditor(routes.deleteBoard, { id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ errorType: 'FORBIDDEN' });

    const [viewing] = await api(routes.updateShare, { id, shareId: editing!.id, mayEdit: false });
    expect(viewing).toMatchObject({ may_edit: false });
    await expect(asEditor(routes.removeLocation, { id, locationId: tower })).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
    expect(await asEditor(savedLocations, {})).toEqual([]);
    // Sharing again lets them edit again; adding a viewer takes nothing away.
    await api(routes.shareBoard, { id, emails: [director.email], editors: [director.email] });
    const [again] = await api(routes.shareBoard, { id, emails: [director.email] });
    expect(again).toMatchObject({ may_edit: true });
    await api(routes.archiveBoard, { id });
    expect((await asEditor(routes.boardById, { id })).rights.change).toBe(false);
    await expect(asEditor(routes.updateBoard, { id, title: 'x' })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  test('lets the team edit on the website too, and owners of locations only view', async () => {
    const [admin, owner] = [await addPerson(db, 'ADMIN'), await addPerson(db, 'OWNER')];
    await share(admin.email);
    expect((await apiFor(admin)(routes.boardById, { id })).rights.change).toBe(false);
    const emails = [admin.email, owner.email];
    const shares = await api(routes.shareBoard, { id, emails, editors: emails });
    expect(shares.map(({ may_edit }) => may_edit)).toEqual([true, true]);
    const asAdmin = apiFor(admin);
    expect((await asAdmin(routes.boardById, { id })).rights).toMatchObject({
      change: true,
      choosePrimary: true,
      delete: false,
    });
    await asAdmin(routes.updateBoard, { id, primaryLocationId: mill });
    expect((await apiFor(owner)(routes.boardById, { id })).rights.change).toBe(false);
    await expect(apiFor(owner)(routes.updateBoard, { id, title: 'x' })).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
    const mail = (await mails()).find(({ recipient }) => recipient === owner.email);
    expect(mail?.text).toContain('You can look at the board, but not change it.');
  });

  test('takes effect for a later account once its email address is verified', async () => {
    await share('Later@Northlight.example');
    const later = await addPerson(db, 'SCOUT', { email: 'later@northlight.example', email_verified_at: null });
    const verified = { ...later, verified: true };
    expect(await listSharedTitles(verified)).toEqual([]);
    await expect(apiFor(verified)(routes.boardById, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', later.id).execute();
    expect(await listSharedTitles(verified)).toEqual(['Episode 4']);
    expect(await apiFor(verified)(routes.boardById, { id })).toMatchObject({ title: 'Episode 4' });
  });

  test('shows nothing to an account whose email address is not verified', async () => {
    await share(unverified.email);
    await expect(apiFor(unverified)(routes.sharedBoards, {})).rejects.toMatchObject({
      errorType: 'EMAIL_NOT_VERIFIED',
    });
    await expect(apiFor(unverified)(routes.boardById, { id })).rejects.toMatchObject({
      errorType: 'EMAIL_NOT_VERIFIED',
    });
  });

  test('ignores case and duplicates of an email address', async () => {
    await share('a@b.example', ' A@B.example ', 'a@B.EXAMPLE');
    await Promise.all([share('A@b.example', 'c@d.example'), share('C@d.example', 'a@b.example')]);
    expect((await api(routes.boardShares, { id })).map(({ email }) => email.toLowerCase())).toEqual([
      'a@b.example',
      'c@d.example',
    ]);
    expect(await mails()).toHaveLength(2);
    const [board] = (await api(routes.ownBoards, {})).data;
    expect(board && getSharingLabel(board)).toBe('Shared with 2');
  });

  test.each([
    [['not an address']],
    [['a@b.example', 'x@nodot']],
    [[`${'x'.repeat(291)}@b.example`]],
    [[]],
    [Array(21).fill('a@b.example')],
  ])('rejects %j entirely', async (emails) => {
    await expect(share(...emails)).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await mails()).toEqual([]);
    expect(await api(routes.boardShares, { id })).toEqual([]);
  });

  test('accepts an email address of 300 characters', async () => {
    const email = `${'x'.repeat(60)}@${`${'y'.repeat(59)}.`.repeat(3)}${'z'.repeat(51)}.example`;
    expect(email).toHaveLength(300);
    expect(await share(email)).toMatchObject([{ email }]);
  });

  test('ends when the share is removed', async () => {
    const [{ id: shareId } = { id: '' }] = await share(director.email);
    await api(routes.removeShare, { id, shareId });
    expect(await listSharedTitles(director)).toEqual([]);
    await expect(apiFor(director)(routes.boardById, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await expect(api(routes.removeShare, { id, shareId })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('cannot be ended through another board', async () => {
    const [{ id: shareId } = { id: '' }] = await share(director.email);
    const mine = await apiFor(director)(routes.createBoard, { title: 'Mine' });
    await expect(apiFor(director)(routes.removeShare, { id: mine.id, shareId })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    expect(await api(routes.boardShares, { id })).toHaveLength(1);
  });
});

describe('emails about sharing', () => {
  const addresses = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `person${from + n}@northlight.example`);

  test('are limited to 60 an hour for a user, also for removed shares and concurrent calls', async () => {
    for (let n = 0; n < 2; n++) {
      for (const { id: shareId } of await share(...addresses(n * 20, 20)))
        await api(routes.removeShare, { id, shareId });
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => share(...addresses(100 + n * 10, 10))),
    );
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).toHaveLength(4);
    expect(rejected[0]).toMatchObject({
      errorType: 'TOO_MANY_REQUESTS',
      message: 'You can share with 60 addresses an hour. Please try again later.',
    });
    expect(await mails()).toHaveLength(60);
    expect(await api(routes.boardShares, { id })).toHaveLength(20);
    await db
      .updateTable('share_mail_log')
      .set({ queued_at: new Date(Date.now() - 3_601_000) })
      .execute();
    await share('later@northlight.example');
    expect(await mails()).toHaveLength(61);
  });

  test('are limited to five a day for an email address, with which the board is still shared', async () => {
    for (let n = 0; n < 6; n++) {
      const [{ id: shareId } = { id: '' }] = await share(director.email);
      if (n < 5) await api(routes.removeShare, { id, shareId });
    }
    expect(await mails()).toHaveLength(5);
    expect(await listSharedTitles(director)).toEqual(['Episode 4']);
  });
});

describe('the public link', () => {
  test('cannot be guessed and shows no private data', async () => {
    await share(director.email);
    await api(routes.updateBoard, { id, primaryLocationId: mill });
    const { link } = await api(routes.createLink, { id });
    // 192 bits.
    expect(link).toMatch(/^[\w-]{32}$/);
    expect(await api(routes.createLink, { id })).toEqual({ link });
    expect((await api(routes.boardById, { id })).link).toBe(link);
    const publicBoard = await apiFor(null)(routes.boardByLink, { link });
    expect(publicBoard).toMatchObject({
      title: 'Episode 4',
      owner_name: 'Catriona',
      locations: { total: 1, data: [{ id: mill, position: 0, primary: true, location: { title: 'Mill' } }] },
    });
    expect(JSON.stringify(publicBoard)).not.toMatch(/Muirsurname|@|difficult|note/);
    expect(JSON.stringify(publicBoard)).not.toContain(scout.id);
    expect(JSON.stringify(publicBoard)).not.toContain(id);
    const [board] = (await api(routes.ownBoards, {})).data;
    expect(board && getSharingLabel(board)).toBe('Public link');
  });

  test.each(['nothing', '%00', "' or true --", 'x'.repeat(32)])('rejects the link %j', async (link) => {
    await expect(apiFor(null)(routes.boardByLink, { link })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('stops working when it is deleted, and a new one is different', async () => {
    const { link } = await api(routes.createLink, { id });
    await api(routes.deleteLink, { id });
    await expect(apiFor(null)(routes.boardByLink, { link })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect((await api(routes.createLink, { id })).link).not.toBe(link);
    await expect(apiFor(null)(routes.boardByLink, { link })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('returns the whole board or 404 while it is deleted', async () => {
    const { link } = await api(routes.createLink, { id });
    const read = () =>
      apiFor(null)(routes.boardByLink, { link }).then(({ locations }) => locations.data.length, getErrorType);
    const during = [
      ...Array.from({ length: 5 }, read),
      api(routes.deleteLink, { id }),
      ...Array.from({ length: 5 }, read),
    ];
    for (const outcome of await Promise.all(during)) expect([1, 'NOT_FOUND', undefined]).toContain(outcome);
    expect(await Promise.all(Array.from({ length: 5 }, read))).toEqual(Array(5).fill('NOT_FOUND'));
  });

  test('is the same for concurrent calls that create it', async () => {
    const links = await Promise.all(Array.from({ length: 6 }, () => api(routes.createLink, { id })));
    expect(new Set(links.map(({ link }) => link)).size).toBe(1);
  });

  test('is rejected for private boards', async () => {
    const admin = await addPerson(db, 'ADMIN');
    const own = await apiFor(admin)(routes.createPrivateBoard, { title: 'Studio search' });
    await expect(apiFor(admin)(routes.createLink, { id: own.id })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'A private board has no public link.',
    });
  });
});

describe('deleting an account', () => {
  const remove = async (person: Person, by?: Person) => {
    const { id: actorId } = by ?? (await addPerson(db, 'ADMIN'));
    await db
      .transaction()
      .execute((trx) => deleteAccount(trx, { id: person.id, actorId, at: new Date() }, publishEvent));
  };

  test('keeps its private boards for the Locations Team', async () => {
    const [leaving, staying] = [await addPerson(db, 'ADMIN'), await addPerson(db, 'ADMIN')];
    const board = await apiFor(leaving)(routes.createPrivateBoard, { title: 'For the commissioner' });
    const own = await apiFor(leaving)(routes.createBoard, { title: 'Own' });
    await remove(leaving, staying);
    const { data } = await apiFor(staying)(routes.privateBoards, {});
    expect(data).toContainEqual(expect.objectContaining({ id: board.id }));
    await expect(apiFor(staying)(routes.boardById, { id: own.id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('leaves one of two admins who delete each other', async () => {
    for (let round = 0; round < 8; round++) {
      const [one, other] = [await addPerson(db, 'ADMIN'), await addPerson(db, 'ADMIN')];
      const outcomes = await Promise.all(
        [remove(one, other), remove(other, one)].map((command) => command.then(() => 'done', getErrorType)),
      );
      expect(outcomes.toSorted()).toEqual(['UNAUTHENTICATED', 'done']);
    }
  });

  test('deletes its boards with links and shares, and the shares with its email address', async () => {
    const deleted = await addPerson(db, 'SCOUT', { email: 'Gone@northlight.example' });
    const board = await apiFor(deleted)(routes.createBoard, { title: 'Gone' });
    const { link } = await apiFor(deleted)(routes.createLink, { id: board.id });
    await apiFor(deleted)(routes.shareBoard, { id: board.id, emails: [director.email] });
    await share('gone@northlight.example', director.email);
    await remove(deleted);
    await expect(apiFor(null)(routes.boardByLink, { link })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await listSharedTitles(director)).toEqual(['Episode 4']);
    expect((await api(routes.boardShares, { id })).map(({ email }) => email)).toEqual([director.email]);
  });

  test('leaves no boards that are created, filled or shared concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const deleted = await addPerson(db, 'SCOUT');
      const board = await apiFor(deleted)(routes.createBoard, { title: 'Gone' });
      const commands = [
        apiFor(deleted)(routes.createBoard, { title: 'Another' }),
        apiFor(deleted)(routes.duplicateBoard, { id: board.id, title: 'Copy' }),
        apiFor(deleted)(routes.addLocation, { id: board.id, locationId: mill }),
        apiFor(deleted)(routes.shareBoard, { id: board.id, emails: [director.email] }),
        remove(deleted),
        apiFor(deleted)(routes.createBoard, { title: 'Another' }),
        apiFor(deleted)(routes.duplicateBoard, { id: board.id, title: 'Copy' }),
      ];
      const outcomes = await Promise.all(commands.map((command) => command.then(() => 'done', getErrorType)));
      expect(['done', 'UNAUTHENTICATED', 'NOT_FOUND']).toEqual(expect.arrayContaining(outcomes));
      const left = await db.selectFrom('boards').select('id').where('user_id', '=', deleted.id).execute();
      expect(left).toEqual([]);
    }
  });
});

function getErrorType(error: unknown): unknown {
  return error instanceof Error && 'errorType' in error ? error.errorType : error;
}
