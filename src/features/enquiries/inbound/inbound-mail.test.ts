import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { PDF, addEnquiry } from '../../../../tests/support/enquiries.ts';
import { type ImapServer, startImapServer } from '../../../../tests/support/imap-server.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { createOutbox } from '../../../platform/mail/outbox.ts';
import * as routes from '../cases/contract.ts';
import { enquiryFeature } from '../feature.ts';
import { MAIL_SHORTENED } from './messages.ts';
import { parseInProcess } from './parse-in-process.server.ts';
import { type PollDeps, pollMailbox } from './poll.jobs.server.ts';

const { kysely: db } = await testDatabase();
const imap: ImapServer = await startImapServer();
const { site, inboundMail } = readConfig({ INBOUND_MAIL: imap.url });
const files = new Map<string, Uint8Array>();
let isStorageDown = false;
const storage = {
  put: async (key: string, content: Uint8Array) => {
    if (isStorageDown) throw new Error('the storage is down');
    files.set(key, content);
  },
  open: async () => null,
};
const logged: string[] = [];
const write = (fields: object, message: string) => void logged.push(`${JSON.stringify(fields)} ${message}`);
const log = { info: write, warn: write, error: write } as unknown as PollDeps['log'];
const queueMail = createOutbox({ enqueue: async () => {} });
const deps = { db, storage, site, siteUrl: 'https://recce.example', queueMail, log, now: () => new Date() };
const admin = await addPerson(db, 'ADMIN');
const api = createJsonApi(
  createInProcessCaller(featureHandlers(enquiryFeature, testServices(db, { queueMail })), createCallContext(admin)),
);
const poll = (nodeId: string = randomUUID()) => pollMailbox(deps, inboundMail!, { nodeId });

interface MailParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Delivers an email and returns its Message-ID. */
async function deliver({ headers = {}, body = 'Yes, two nights.' }: MailParts): Promise<string> {
  const id = `${randomUUID()}@northlight.example`;
  const all = {
    From: 'Isla Robertson <isla@northlight.example>',
    To: 'locations@screen-alba.example',
    Subject: 'Re: Your enquiry',
    'Message-ID': `<${id}>`,
    Date: 'Tue, 24 Nov 2026 10:00:00 +0000',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  await imap.deliver(`${lines.join('\n')}\n\n${body}\n`);
  return id;
}

/** An enquiry that the team has answered, with the id of the email. */
async function addAnswered(columns = {}) {
  const { id, participant } = await addEnquiry(db, columns);
  const { enquiry } = await api(routes.answerEnquiry, { id, participantId: participant, text: 'How long?' });
  const sent = await db
    .selectFrom('enquiry_mails')
    .select('mail_id')
    .where('participant_id', '=', participant)
    .execute();
  return { id, participant, reference: enquiry.reference, mailId: sent[0]!.mail_id };
}

const getCase = (id: string) => api(routes.enquiryById, { id });
const getMessages = async (id: string) => (await getCase(id)).participants[0]!.messages;
const listOutcomes = async () => {
  const rows = await db.selectFrom('inbound_mails').select('outcome').orderBy('uid').execute();
  return rows.map(({ outcome }) => outcome);
};
/** With the id of an attempt to send the email, as emails with a link have. */
const answering = (mailId: string) => ({ 'In-Reply-To': `<${mailId}.${randomUUID()}@recce.example>` });

beforeAll(() => poll());
beforeEach(async () => {
  logged.length = 0;
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('outbox').execute();
  await db.deleteFrom('inbound_mails').execute();
});

describe('a reply', () => {
  test('joins its conversation by the email that it answers, without what it quotes, and goes to the team', async () => {
    const { id, mailId } = await addAnswered();
    const body = `Yes, two nights.\n\nOn Tue, 24 Nov 2026, Recce wrote:\n> How long?\n> https://recce.example/enquiry?from=mail#token=abc-DEF_1\n`;
    await deliver({ headers: { References: `<other@x.example> <${mailId}@old-domain.example>` }, body });
    await poll();
    expect((await getMessages(id)).at(-1)).toMatchObject({
      from_team: false,
      text: 'Yes, two nights.',
      omitted_files: [],
      quoted_text: expect.stringContaining('> How long?\n> https://recce.example/enquiry?from=mail#token=…'),
    });
    expect(await getCase(id)).toMatchObject({ state: 'IN_PROGRESS' });
    const mails = await db.selectFrom('outbox').select(['kind', 'text']).where('kind', '=', 'enquiry-reply').execute();
    expect(mails).toEqual([{ kind: 'enquiry-reply', text: expect.stringContaining('> Yes, two nights.') }]);
    expect((await imap.listFlags()).at(-1)).toBe('S');
  });

  test('joins it by the reference in the subject, in whatever case the email address is', async () => {
    const { id, reference } = await addAnswered({ email: 'Isla@Northlight.example' });
    await deliver({ headers: { Subject: `AW: [${reference.toLowerCase()}] Your enquiry` } });
    await poll();
    expect((await getMessages(id)).at(-1)).toMatchObject({ text: 'Yes, two nights.' });
  });

  test('opens a closed enquiry again', async () => {
    const { id, mailId } = await addAnswered();
    await api(routes.updateEnquiry, { id, state: 'CLOSED', filmed: 'NO' });
    await deliver({ headers: answering(mailId) });
    await poll();
    expect(await getCase(id)).toMatchObject({ state: 'IN_PROGRESS', closed_at: null, outcome: { filmed: 'NO' } });
  });

  test('in HTML becomes text, and its attachments pass the intake of files', async () => {
    const { id, mailId } = await addAnswered();
    const part = (type: string, name: string, content: Buffer) =>
      `--b\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n` +
      `Content-Transfer-Encoding: base64\n\n${content.toString('base64')}`;
    const body = [
      '--b\nContent-Type: text/html; charset=utf-8\n\n<p>Yes, <b>two</b> nights.</p><script>x()</script>',
      part('application/pdf', '../plan.pdf', PDF),
      part('application/octet-stream', 'virus.exe', Buffer.from('MZ\x90')),
      ...Array.from({ length: 4 }, (_, n) => part('application/pdf', `page-${n}.pdf`, PDF)),
      '--b--',
    ].join('\n');
    await deliver({ headers: { ...answering(mailId), 'Content-Type': 'multipart/mixed; boundary=b' }, body });
    await poll();
    const message = (await getMessages(id)).at(-1)!;
    expect(message.text).toBe('Yes, two nights.');
    expect(message.files.map(({ name }) => name)).toEqual(['plan.pdf', 'page-0.pdf', 'page-1.pdf', 'page-2.pdf']);
    expect(message.omitted_files).toEqual([
      'The attachment virus.exe was not accepted. Choose a PDF, a Word document (.docx) or a picture (JPEG, PNG, WebP).',
      '1 more attachment not accepted: too many.',
    ]);
    expect(files.get(`enquiries/${message.files[0]!.id}`)).toEqual(PDF);
  });
});

describe('an email stays in the mailbox and changes nothing', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'Auto-Submitted': 'auto-replied' }, 'AUTOMATIC'],
    [{ Precedence: 'bulk' }, 'AUTOMATIC'],
    [{ 'Return-Path': '<>' }, 'AUTOMATIC'],
    [{ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }, 'AUTOMATIC'],
    [{ From: 'Mallory <mallory@evil.example>' }, 'UNVERIFIED'],
    [{ From: 'isla@northlight.example, mallory@evil.example' }, 'UNVERIFIED'],
    // A mail server that checks who sent it can read another email address in these.
    ...[
      '<isla@northlight.example> <mallory@evil.example>',
      'mallory@evil.example\n Reply-To: isla@northlight.example',
      'none:;isla@northlight.example',
      '=?utf-8?b?PGlzbGFAbm9ydGhsaWdodC5leGFtcGxlPg==?=',
      '"isla@northlight.example" <mallory@evil.example>',
    ].map((From): [Record<string, string>, string] => [{ From }, 'UNVERIFIED']),
    [{ 'Authentication-Results': 'mx.agency.example; dmarc/1 (p=none) = fail' }, 'UNVERIFIED'],
    [{ 'Authentication-Results': 'mx.agency.example; spf=pass; dmarc=fail (p=reject)' }, 'UNVERIFIED'],
  ])('with %j: %s', async (headers, outcome) => {
    const { id, mailId } = await addAnswered();
    await deliver({ headers: { ...answering(mailId), ...headers } });
    await poll();
    expect(await listOutcomes()).toEqual([outcome]);
    expect(await getMessages(id)).toHaveLength(2);
    expect(await getCase(id)).toMatchObject({ state: 'ANSWERED', version: 2 });
    expect((await imap.listFlags()).at(-1)).toBe('');
    expect(logged.join()).not.toMatch(/mallory|isla|northlight/);
  });

  test('when it is about no enquiry, or one that is marked as spam', async () => {
    const { id, mailId } = await addAnswered();
    await api(routes.updateEnquiry, { id, state: 'SPAM' });
    await deliver({ headers: answering(mailId) });
    await deliver({ headers: { Subject: 'Lunch?' } });
    await poll();
    expect(await listOutcomes()).toEqual(['REJECTED', 'UNKNOWN']);
  });

  test('with more lines than any attachment has, which would take minutes to parse', async () => {
    const { mailId } = await addAnswered();
    await deliver({ headers: answering(mailId), body: '\n'.repeat(500_000) });
    await poll();
    expect(await listOutcomes()).toEqual(['REJECTED']);
  });
});

test('an email that takes too much memory ends its own process only, and is left in the mailbox', async () => {
  const { mailId } = await addAnswered();
  const mail = { headers: answering(mailId), body: 'x\n'.repeat(100_000) };
  const limited: PollDeps = { ...deps, parse: (source) => parseInProcess(source, { maxHeapMb: 16 }) };
  await deliver(mail);
  await pollMailbox(limited, inboundMail!, { nodeId: randomUUID() });
  await deliver(mail);
  await poll();
  expect(await listOutcomes()).toEqual(['REJECTED', 'ACCEPTED']);
});

test('ignores the files of a sender over the limit of messages', async () => {
  const { id, participant, mailId } = await addAnswered();
  const message = { enquiry_id: id, participant_id: participant, written_by: 'PARTICIPANT', text: '-' } as const;
  await db
    .insertInto('enquiry_messages')
    .values(Array.from({ length: 20 }, () => ({ ...message, created_at: new Date() })))
    .execute();
  files.clear();
  const body = `--b\nContent-Disposition: attachment; filename=a.pdf\n\n${PDF.toString()}\n--b--`;
  await deliver({ headers: { ...answering(mailId), 'Content-Type': 'multipart/mixed; boundary=b' }, body });
  await poll();
  expect(await listOutcomes()).toEqual(['REJECTED']);
  expect(files.size).toBe(0);
});

test('a text of many megabytes is cut before quotations are looked for, which would take minutes', async () => {
  const { id, mailId } = await addAnswered();
  await deliver({ headers: answering(mailId), body: `On ${'1'.repeat(8_000_000)}` });
  await poll();
  const { text, omitted_files } = (await getMessages(id)).at(-1)!;
  expect(text).toHaveLength(10_000);
  expect(omitted_files).toEqual([MAIL_SHORTENED]);
});

describe('reading the mailbox', () => {
  test('adds no email twice: not by two nodes, not in a second copy, not when the server has numbered the emails anew', async () => {
    const { id, mailId } = await addAnswered();
    const messageId = await deliver({ headers: answering(mailId) });
    await deliver({ headers: { ...answering(mailId), 'Message-ID': `<${messageId}>` } });
    await Promise.all([poll(), poll(), poll()]);
    const getNumbering = async () =>
      (await db.selectFrom('inbound_mailboxes').select('uid_validity').executeTakeFirstOrThrow()).uid_validity;
    const before = await getNumbering();
    await imap.renumber();
    // The record of read emails is deleted, the message is kept.
    await db.deleteFrom('inbound_mails').execute();
    await poll();
    expect(await getNumbering()).toBe(before! + 1);
    expect(await listOutcomes()).toContain('ACCEPTED');
    expect(await getMessages(id)).toHaveLength(3);
  });

  test('is not blocked by an email that cannot be processed, which is tried again', async () => {
    const { id, mailId } = await addAnswered();
    const body = `--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=plan.pdf\nContent-Transfer-Encoding: base64\n\n${PDF.toString('base64')}\n--b--`;
    isStorageDown = true;
    await deliver({ headers: { ...answering(mailId), 'Content-Type': 'multipart/mixed; boundary=b' }, body });
    await deliver({ headers: answering(mailId), body: 'The next one' });
    await poll();
    expect((await getMessages(id)).map(({ text }) => text)).toEqual([
      'Two nights on the bridge.',
      'How long?',
      'The next one',
    ]);
    expect(await listOutcomes()).toEqual(['FAILED', 'ACCEPTED']);
    isStorageDown = false;
    await poll();
    expect((await getMessages(id)).at(-1)).toMatchObject({
      text: '(An email without text)',
      files: [{ name: 'plan.pdf' }],
    });
    expect(await listOutcomes()).toEqual(['ACCEPTED', 'ACCEPTED']);
  });

  test('survives what is not an email', async () => {
    const { id, mailId } = await addAnswered();
    await imap.deliver(Buffer.from([0, 255, 10, 13, 0, 200]));
    await imap.deliver(
      `Content-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(400)}`,
    );
    await deliver({ headers: answering(mailId) });
    await poll();
    expect(await getMessages(id)).toHaveLength(3);
  });

  test('waits while another node has the mailbox', async () => {
    const { id, mailId } = await addAnswered();
    await deliver({ headers: answering(mailId) });
    const other = { leased_by: randomUUID(), leased_until: new Date(Date.now() + 60_000) };
    await db.updateTable('inbound_mailboxes').set(other).execute();
    await poll();
    expect(await getMessages(id)).toHaveLength(2);
    // The other one has crashed.
    await db
      .updateTable('inbound_mailboxes')
      .set({ leased_until: new Date(0) })
      .execute();
    await poll();
    expect(await getMessages(id)).toHaveLength(3);
  });

  test('logs a rejected log-in without the password and the email address, and leaves the time of the last reading', async () => {
    const { polled_at } = await db.selectFrom('inbound_mailboxes').selectAll().executeTakeFirstOrThrow();
    const mailbox = { ...inboundMail!, password: 'wrong-secret' };
    await pollMailbox(deps, mailbox, { nodeId: randomUUID() });
    expect(logged.join()).toMatch(/log-in rejected.*the mailbox could not be read/);
    expect(logged.join()).not.toMatch(/wrong-secret|team@/);
    const after = await db.selectFrom('inbound_mailboxes').selectAll().executeTakeFirstOrThrow();
    expect(after).toMatchObject({ polled_at, leased_by: null });
  });
});

test.each([
  [
    'imaps://u:p@mail.example',
    { host: 'mail.example', port: 993, secure: true, path: 'INBOX', name: 'u@mail.example/INBOX' },
  ],
  ['imap://u%40x:p%2F@[::1]:1143/A%20B', { host: '::1', port: 1143, user: 'u@x', password: 'p/', path: 'A B' }],
])('reads the setting %s', (url, expected) => {
  expect(readConfig({ INBOUND_MAIL: url }).inboundMail).toMatchObject(expected);
});

test.each([
  'https://u:p@mail.example',
  'imaps://mail.example',
  'imaps://user:@secret.example',
  'imaps://u:secret%@x',
  'nonsense secret',
])('rejects the setting %s without repeating it', (url) => {
  expect(() => readConfig({ INBOUND_MAIL: url })).toThrow(/^INBOUND_MAIL: must (?!.*secret)/);
});
