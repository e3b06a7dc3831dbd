import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addEnquiry, addEnquiryFile } from '../../../tests/support/enquiries.ts';
import {
  SAMPLE_OPTIONS,
  addImage,
  addLocation,
  clearCatalogue,
  recordEvents,
} from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { LOW_COST, solveAsBrowser } from '../../../tests/support/solve-challenge.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { createOutbox } from '../../platform/mail/outbox.ts';
import { publishLocations } from '../locations/publishing/commands.server.ts';
import { sendEnquiry } from './contract.ts';
import { getDueDay } from './due-day.ts';
import { enquiryFeature } from './feature.ts';
import type { Services } from '../../platform/http/handlers.ts';
import { issueLink } from './links/commands.server.ts';
import { enquiryForm } from './schema.ts';
import { enquiryThread } from './thread/contract.ts';
import { type HumanVerification, createProofOfWork } from '../proof-of-work/commands.server.ts';
import { VERIFICATION_FAILED } from '../proof-of-work/messages.ts';

const { kysely: db } = await testDatabase();
const { site } = readConfig({});
const siteUrl = 'https://recce.example';
const call = createCallContext(null);
const enquiry = {
  name: 'Isla Robertson',
  email: 'isla@northlight.example',
  phone: '0131 496 0177',
  comment: 'Two nights on the bridge.\nA crew of forty.',
  verification: 'solved',
};

/** Accepts the solution 'solved'. */
const fakeVerification: HumanVerification = {
  challenge: async () => ({}),
  verify: async (_trx, _action, solution) => {
    if (solution !== 'solved') throw new ApiError('VERIFICATION_FAILED', VERIFICATION_FAILED);
  },
};
let jobs = 0;
const queueMail = createOutbox({ enqueue: async () => void jobs++ });
const createApi = (deps: Partial<Services>, by = call) =>
  createJsonApi(
    createInProcessCaller(
      featureHandlers(
        enquiryFeature,
        testServices(db, { site, siteUrl, queueMail, verification: fakeVerification, ...deps }),
      ),
      by,
    ),
  );
type Changes = Partial<typeof enquiry> & { locationUrl?: string; locations?: string[]; boardId?: string };
const send = (changes: Changes = {}, api = createApi({})) => api(sendEnquiry, { ...enquiry, ...changes });
const enquiries = () => db.selectFrom('enquiries').selectAll().execute();
const mails = () => db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('kind').execute();
const findMail = async (kind: string) => (await mails()).find((found) => found.kind === kind);

beforeEach(async () => {
  jobs = 0;
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('outbox').execute();
  await clearCatalogue(db);
});

describe('an enquiry about several locations', () => {
  const addPublished = async (titles: readonly string[]) => {
    const ids: string[] = [];
    for (const title of titles) {
      const locationurl = title.toLowerCase().replace(' ', '-');
      ids.push(await addLocation(db, { title, locationurl, nearesttown: 'Perth', options: SAMPLE_OPTIONS }));
    }
    const { publishEvent } = recordEvents();
    await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, publishEvent));
    return ids;
  };

  test('keeps their order, finds it by each, and names them in both emails', async () => {
    const [mill, pier, kirk] = await addPublished(['Weir mill', 'Old pier', 'High kirk']);
    await send({ locationUrl: 'old-pier', locations: [kirk!, pier!, mill!, kirk!] });
    const [saved] = await enquiries();
    expect(saved).toMatchObject({
      location_id: pier,
      due_on: getDueDay(new Date()),
      search_text: expect.stringContaining('old pier high kirk weir mill'),
    });
    const listed = await db.selectFrom('enquiry_locations').select(['location_id']).orderBy('position').execute();
    expect(listed.map(({ location_id }) => location_id)).toEqual([pier, kirk, mill]);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Enquiry about 3 locations from Isla Robertson',
      'We have received your enquiry about 3 locations',
    ]);
    for (const { text } of sent) expect(text).toContain('Old pier (Perth); High kirk (Perth); Weir mill (Perth)');
    expect(sent[1]!.text).toContain('speak to the owners');
  });

  test('changes nothing if one is not published, or there are more than 100', async () => {
    const [mill] = await addPublished(['Weir mill']);
    const draft = await addLocation(db, { title: 'Draft' });
    await expect(send({ locations: [mill!, draft] })).rejects.toMatchObject({
      errorType: 'INVALID',
      message: 'A location is not available any more. Remove it, or load this page again.',
    });
    const many = Array.from({ length: 101 }, () => randomUUID());
    await expect(send({ locations: many })).rejects.toMatchObject({
      fields: { locations: 'Choose at most 100 locations.' },
    });
    expect(await enquiries()).toEqual([]);
  });

  test('names the board for its owner and those it is shared with, and nobody else', async () => {
    const [mill] = await addPublished(['Weir mill']);
    const [owner, viewer, stranger] = [
      await addPerson(db, 'SCOUT'),
      await addPerson(db, 'SCOUT'),
      await addPerson(db, 'SCOUT'),
    ];
    const { id: boardId } = await db
      .insertInto('boards')
      .values({ title: 'Night shoots', user_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('board_shares').values({ board_id: boardId, email: viewer.email }).execute();
    const sendAs = (person: typeof owner | null) =>
      send({ locations: [mill!], boardId }, createApi({}, person ? createCallContext(person) : call));
    for (const person of [stranger, null])
      await expect(sendAs(person)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await enquiries()).toEqual([]);
    await sendAs(owner);
    await sendAs(viewer);
    expect(await enquiries()).toMatchObject([{ board_title: 'Night shoots' }, { board_title: 'Night shoots' }]);
    expect((await mails())[0]).toMatchObject({ subject: 'Enquiry about the board ‘Night shoots’ from Isla Robertson' });
  });
});

async function addPublishedMill(): Promise<{ id: string; sha256: string }> {
  const place = { title: 'Weir mill', locationurl: 'weir-mill', nearesttown: 'Stirling', description: 'A mill.' };
  const id = await addLocation(db, { ...place, options: SAMPLE_OPTIONS });
  await addImage(db, id, { is_primary: true });
  const ids = [id];
  await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, recordEvents().publishEvent));
  const { sha256 } = await db.selectFrom('images').select('sha256').executeTakeFirstOrThrow();
  return { id, sha256 };
}

describe('an enquiry about a location', () => {
  test('is saved and emailed to the agency and to the sender', async () => {
    const { id } = await addPublishedMill();
    const { message, reference } = await send({ locationUrl: 'weir-mill' });
    expect(message).toBe(
      'Thank you. Your enquiry has been sent, and a confirmation is on its way to you. The locations team will reply within two working days.',
    );
    const { name, email, phone, comment } = enquiry;
    expect(await enquiries()).toMatchObject([
      { location_id: id, location_title: 'Weir mill', name, email, phone, comment, reference },
    ]);
    expect(await mails()).toMatchObject([
      {
        kind: 'enquiry',
        recipient: site.mailbox,
        reply_to: email,
        subject: 'Enquiry about Weir mill from Isla Robertson',
      },
      {
        kind: 'enquiry-confirmation',
        recipient: email,
        reply_to: site.mailbox,
        subject: 'We have received your enquiry about Weir mill',
      },
    ]);
    expect(jobs).toBe(2);
  });

  test('is emailed to the agency with all details in text and HTML', async () => {
    await addPublishedMill();
    await send({ locationUrl: 'weir-mill' });
    const { text = '', html = '' } = (await findMail('enquiry')) ?? {};
    for (const part of [text, html]) {
      for (const fact of ['Weir mill', 'Stirling', 'Isla Robertson', 'isla@northlight.example', '0131 496 0177']) {
        expect(part).toContain(fact);
      }
      expect(part).toContain('https://recce.example/find-a-location/weir-mill');
    }
    expect(text).toContain('> Two nights on the bridge.\n> A crew of forty.');
    expect(html).toContain('Two nights on the bridge.<br>\nA crew of forty.');
  });

  test('is confirmed with a picture of the location and the time in Scotland', async () => {
    const { sha256 } = await addPublishedMill();
    await send({ locationUrl: 'weir-mill' });
    const { html = '', text = '' } = (await findMail('enquiry-confirmation')) ?? {};
    expect(html).toContain(`<img src="https://recce.example/media/${sha256}/1440.webp"`);
    expect(text).toContain(
      'speak to the owner and reply to you within two working days, at this email address or by telephone.',
    );
    expect(text).toMatch(/Sent: +\d{1,2} \w{3,4} 20\d\d, \d\d:\d\d/);
  });

  test('is confirmed without the words of the sender, unless they are signed in with the verified email address', async () => {
    await addPublishedMill();
    const words = ['Isla Robertson', '0131 496 0177', 'Two nights on the bridge.'];
    const confirm = async (by: Person | null, email: string) => {
      await db.deleteFrom('outbox').execute();
      await send({ locationUrl: 'weir-mill', email }, createApi({}, createCallContext(by)));
      const { text = '', html = '' } = (await findMail('enquiry-confirmation')) ?? {};
      return words.filter((word) => text.includes(word) && html.includes(word));
    };
    const scout = await addPerson(db, 'SCOUT');
    const unverified = await addPerson(db, 'SCOUT', { email_verified_at: null });
    expect(await confirm(null, scout.email)).toEqual([]);
    expect(await confirm(scout, 'victim@crew.example')).toEqual([]);
    expect(await confirm(unverified, unverified.email)).toEqual([]);
    expect(await confirm(scout, scout.email.toUpperCase())).toEqual(words);
  });

  test('is confirmed with a link that shows the location and the comment to whoever reads that mailbox', async () => {
    await addPublishedMill();
    await send({ locationUrl: 'weir-mill' });
    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'enquiry-confirmation')
      .executeTakeFirstOrThrow();
    expect(mail.has_link).toBe(true);
    expect(mail.text).toContain('https://recce.example/enquiry?from=mail#token=');
    const token = await issueLink(db, mail.id, new Date());
    expect(await createApi({})(enquiryThread, { token: token ?? '' })).toMatchObject({
      locations: [{ title: 'Weir mill' }],
      messages: [{ text: 'Two nights on the bridge.\nA crew of forty.' }],
    });
  });

  test('is rejected unless the location is published', async () => {
    await addLocation(db, { title: 'Not yet', locationurl: 'not-yet' });
    for (const locationUrl of ['not-yet', 'nowhere']) {
      await expect(send({ locationUrl })).rejects.toMatchObject({
        errorType: 'NOT_FOUND',
        message: 'This location is no longer available. Please choose another one.',
      });
    }
    expect(await enquiries()).toEqual([]);
  });
});

describe('a general enquiry', () => {
  test('has no location', async () => {
    await send({ phone: '' });
    expect(await enquiries()).toMatchObject([{ location_id: null, location_title: null, phone: null }]);
    expect((await findMail('enquiry'))?.subject).toBe('General enquiry from Isla Robertson');
    expect((await findMail('enquiry'))?.text).toContain('Not given');
    expect((await findMail('enquiry-confirmation'))?.html).not.toContain('<img');
    expect((await findMail('enquiry-confirmation'))?.text).toContain(
      'reply to you within two working days, at this email address.',
    );
  });
});

describe('details of the filming', () => {
  test('are saved with the brief, and emailed', async () => {
    const brief = await addEnquiryFile(db, { put: async () => {} }, (await addEnquiry(db)).message);
    await db.updateTable('enquiry_files').set({ message_id: null }).execute();
    await db.deleteFrom('enquiries').execute();
    const filming = { filming_from: '2026-12-01', filming_to: '', crew_size: '40', production_kind: 'COMMERCIAL' };
    await send({ ...filming, brief } as object);
    expect(await enquiries()).toMatchObject([
      { filming_from: '2026-12-01', filming_to: null, crew_size: 40, production_kind: 'COMMERCIAL' },
    ]);
    expect((await findMail('enquiry'))?.text).toMatch(/Brief: +Attached/);
    const attached = await db
      .selectFrom('enquiry_files as f')
      .innerJoin('enquiry_messages as m', 'm.id', 'f.message_id')
      .select(['f.id', 'm.text'])
      .execute();
    expect(attached).toEqual([{ id: brief, text: enquiry.comment }]);
  });

  test('are rejected with a brief that is no PDF, or that was never uploaded', async () => {
    const brief = await addEnquiryFile(db, { put: async () => {} }, (await addEnquiry(db)).message);
    await db.updateTable('enquiry_files').set({ message_id: null, content_type: 'image/png' }).execute();
    await db.deleteFrom('enquiries').execute();
    await expect(send({ brief } as object)).rejects.toMatchObject({ fields: { brief: expect.any(String) } });
    await expect(send({ brief: randomUUID() } as object)).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await enquiries()).toEqual([]);
  });

  test('are rejected out of order, or with a crew of none', async () => {
    const late = { filming_from: '2026-12-02', filming_to: '2026-12-01' } as object;
    await expect(send(late)).rejects.toMatchObject({ fields: { filming_to: expect.any(String) } });
    await expect(send({ crew_size: '0' } as object)).rejects.toMatchObject({
      fields: { crew_size: 'Enter a number from 1 to 10,000.' },
    });
    expect(await enquiries()).toEqual([]);
  });
});

describe('input', () => {
  test('is rejected with the messages of the form', async () => {
    const wrong = { name: '', email: 'isla', phone: '12', comment: ' ' };
    const issues = enquiryForm.safeParse(wrong).error?.issues ?? [];
    const fields = Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
    expect(Object.keys(fields).toSorted()).toEqual(['comment', 'email', 'name', 'phone']);
    await expect(send(wrong)).rejects.toMatchObject({ errorType: 'INVALID', fields });
    expect(await enquiries()).toEqual([]);
  });

  test('is escaped in all emails', async () => {
    const hostile = fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', '\r', '\n', '\0', 'a', '\u2028', '<img src=x>'),
    });
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (name, comment) => {
        await db.deleteFrom('outbox').execute();
        await send({ name: `x${name}`.slice(0, 100), comment: `x${comment}` });
        for (const { subject, html } of await mails()) {
          expect(subject).not.toMatch(/[\r\n\0]/);
          expect(html).not.toMatch(/<img|<[^a-z/!]/);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the transaction', () => {
  test('saves nothing and leaves the solution usable when an email cannot be queued', async () => {
    const verification = createProofOfWork(db, LOW_COST);
    let failing = true;
    const api = createApi({
      verification,
      queueMail: async (trx, queued) => {
        if (failing && queued.kind === 'enquiry-confirmation') throw new Error('the disk is full');
        return queueMail(trx, queued);
      },
    });
    const solved = await solveAsBrowser(await verification.challenge('Contact'));
    await expect(send({ verification: solved }, api)).rejects.toMatchObject({ errorType: 'INTERNAL' });
    expect(await enquiries()).toEqual([]);
    expect(await mails()).toEqual([]);
    failing = false;
    await send({ verification: solved }, api);
    expect(await enquiries()).toHaveLength(1);
  });

  test('accepts a solution once, for its action', async () => {
    await addPublishedMill();
    const proof = createProofOfWork(db, LOW_COST);
    const api = createApi({ verification: proof });
    const rejected = { errorType: 'VERIFICATION_FAILED', message: 'Internal error, please contact enquiries' };
    const verification = await solveAsBrowser(await proof.challenge('LocationEnquiry'));
    await expect(send({ verification }, api)).rejects.toMatchObject(rejected);
    await send({ verification, locationUrl: 'weir-mill' }, api);
    await expect(send({ verification, locationUrl: 'weir-mill' }, api)).rejects.toMatchObject(rejected);
    expect(await enquiries()).toHaveLength(1);
  });
});

describe('confirmations to one email address', () => {
  test('are limited to five an hour; the agency gets all enquiries', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send({ email: n % 2 ? 'isla@northlight.example' : 'Isla@Northlight.example' }),
      ),
    );
    expect(await enquiries()).toHaveLength(8);
    const kinds = (await mails()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'enquiry')).toHaveLength(8);
    expect(kinds.filter((kind) => kind === 'enquiry-confirmation')).toHaveLength(5);
    expect(responses.filter(({ message }) => !message.includes('a confirmation'))).toHaveLength(3);
    const { message } = await send({ email: 'calum@northlight.example' });
    expect(message).toContain('a confirmation is on its way');
  });

  test('are sent again after an hour', async () => {
    for (let n = 0; n < 5; n++) await send();
    await db
      .updateTable('outbox')
      .set({ created_at: new Date(Date.now() - 3_601_000) })
      .execute();
    expect((await send()).message).toContain('a confirmation is on its way');
  });
});
