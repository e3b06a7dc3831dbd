import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../tests/support/mail-server.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { startJobs } from '../jobs.ts';
import { type Mailer, smtpMailer } from './mailer.ts';
import { type Mail, countMails, deleteMailsTo, mailQueue, createOutbox, mailJobHandler } from './outbox.ts';

const DYING_WORKER = fileURLToPath(new URL('../../../tests/support/die-after-sending.ts', import.meta.url));
const { kysely, url } = await testDatabase();
const logged: unknown[] = [];
const log = { error: (...entry: unknown[]) => void logged.push(entry) };
const mail: Mail = {
  kind: 'enquiry',
  recipient: 'isla@northlight.example',
  subject: 'Enquiry',
  text: 'Two nights.',
  html: '<p>Two nights.</p>',
};
const notStopped = new AbortController().signal;

let server: MailServer;
let mailer: Mailer;
let asked: { id: string }[];
const queueMail = createOutbox({ enqueue: async (_trx, _queue, data) => void asked.push(data as { id: string }) });

beforeEach(async () => {
  server = await startMailServer();
  mailer = smtpMailer(server.url, 'Recce <no-reply@recce.example>');
  asked = [];
  logged.length = 0;
  await kysely.deleteFrom('outbox').execute();
});
afterEach(() => server.stop());

async function queued(changes: Partial<Mail> = {}): Promise<string> {
  await kysely.transaction().execute((trx) => queueMail(trx, { ...mail, ...changes }));
  return asked.at(-1)?.id ?? '';
}
const attempt = (id: string) => mailJobHandler(kysely, mailer, log).run({ id }, notStopped);
const giveUp = (id: string) => mailJobHandler(kysely, mailer, log).giveUp({ id });
const row = (id: string) => kysely.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a mail', () => {
  test('is sent once and noted', async () => {
    const id = await queued({ replyTo: 'locations@screen-alba.example' });
    await attempt(id);
    await attempt(id);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.headers.get('reply-to')).toBe('locations@screen-alba.example');
    expect(await row(id)).toMatchObject({ attempts: 1, last_error: null, failed_at: null, sent_at: expect.any(Date) });
  });

  test('comes into being with the transaction that causes it', async () => {
    const failing = kysely.transaction().execute(async (trx) => {
      await queueMail(trx, mail);
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    expect(await kysely.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  test('has a subject of one line, however it was given', async () => {
    const id = await queued({ subject: ` Enquiry\r\nBcc: x@evil.example\0 ${'about '.repeat(100)}` });
    expect((await row(id)).subject).toMatch(/^Enquiry Bcc: x@evil\.example (about )+ab$/);
  });

  test('is sent by one worker alone, though two were given it', async () => {
    const id = await queued();
    await Promise.all([attempt(id), attempt(id), attempt(id)]);
    expect(server.received).toHaveLength(1);
  });
});

describe('an outage', () => {
  test('of the server delays a mail until it is back', async () => {
    const id = await queued();
    const { port } = new URL(server.url);
    await server.stop();
    await expect(attempt(id)).rejects.toThrow('ECONNREFUSED');
    await expect(attempt(id)).rejects.toThrow('ECONNREFUSED');
    expect(await row(id)).toMatchObject({ attempts: 2, sent_at: null, failed_at: null });
    server = await startMailServer(Number(port));
    await attempt(id);
    expect(server.received).toHaveLength(1);
    expect(await row(id)).toMatchObject({ attempts: 3, last_error: null, sent_at: expect.any(Date) });
  });

  test.each(['RCPT TO', 'DATA'] as const)('that the server announces at %s delays it too', async (command) => {
    const id = await queued();
    server.refuse(command, { code: 451, text: '4.3.0 isla@northlight.example cannot be served now' });
    await expect(attempt(id)).rejects.toThrow(`451 4.3.0 ${command}`);
    expect(await row(id)).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
    server.refuse(command);
    await attempt(id);
    expect(server.received).toHaveLength(1);
  });

  test('that lasts makes it a dead letter, which is kept, logged and not sent again', async () => {
    const id = await queued();
    server.refuse('RCPT TO', { code: 450, text: '4.2.0 isla@northlight.example is busy' });
    for (let n = 0; n < 3; n++) await expect(attempt(id)).rejects.toThrow('450 4.2.0');
    await giveUp(id);
    server.refuse('RCPT TO');
    await attempt(id);
    expect(server.received).toEqual([]);
    expect(await row(id)).toMatchObject({ attempts: 3, failed_at: expect.any(Date), sent_at: null, text: mail.text });
    expect(logged).toHaveLength(1);
  });

  test('is ridden out for about a day', () => {
    const { limit, firstDelay, longestDelay } = mailQueue.retries;
    // pg-boss draws each pause from one to two times the first delay, doubled each time.
    const total = (draw: number) =>
      Array.from({ length: limit }, (_, n) => Math.min(longestDelay, draw * firstDelay * 2 ** n)).reduce(
        (a, b) => a + b,
      );
    expect(total(1) / 3600).toBeGreaterThan(20);
    expect(total(2) / 3600).toBeLessThan(30);
  });
});

describe('a refusal for good', () => {
  test.each(['RCPT TO', 'DATA'] as const)('at %s makes a dead letter at once', async (command) => {
    const id = await queued();
    server.refuse(command, { code: 550, text: '5.1.1 isla@northlight.example is unknown' });
    await attempt(id);
    expect(await row(id)).toMatchObject({ attempts: 1, failed_at: expect.any(Date), sent_at: null });
    expect(logged).toHaveLength(1);
  });

  test('is noted and logged without the address', async () => {
    const id = await queued();
    server.refuse('RCPT TO', { code: 550, text: '5.1.1 isla@northlight.example is unknown' });
    await attempt(id);
    expect((await row(id)).last_error).toBe('EENVELOPE 550 5.1.1 RCPT TO');
    expect(JSON.stringify(logged)).not.toContain('northlight');
  });

  test('is no end for a mail that was sent', async () => {
    const id = await queued();
    await attempt(id);
    await giveUp(id);
    expect(await row(id)).toMatchObject({ failed_at: null, sent_at: expect.any(Date) });
    expect(logged).toEqual([]);
  });
});

describe('a worker that dies between sending and noting', () => {
  test('leaves the mail to be sent again, as the same message', async () => {
    const id = await queued();
    const worker = spawn(process.execPath, [DYING_WORKER, url, server.url, id], { stdio: 'inherit' });
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
    expect(server.received).toHaveLength(1);
    expect(await row(id)).toMatchObject({ attempts: 0, sent_at: null });
    await attempt(id);
    expect(server.received).toHaveLength(2);
    const ids = new Set(server.received.map(({ headers }) => headers.get('message-id')));
    expect(ids).toEqual(new Set([`<${id}@recce.example>`]));
    expect(await row(id)).toMatchObject({ sent_at: expect.any(Date) });
  });
});

describe('through the queue', () => {
  test('mails are sent in their order, also those asked for before the worker started', async () => {
    const errors = { error: console.error, warn: console.warn };
    const subjects = ['one', 'two', 'three', 'four', 'five'];
    const first = await startJobs({ url, queues: [mailQueue], log: errors });
    for (const subject of subjects)
      await kysely.transaction().execute((trx) => createOutbox(first)(trx, { ...mail, subject }));
    await first.stop();
    const second = await startJobs({ url, queues: [mailQueue], log: errors });
    await second.work(mailQueue, mailJobHandler(kysely, mailer, log));
    await server.hasReceived(subjects.length);
    await second.stop();
    expect(server.received.map(({ headers }) => headers.get('subject'))).toEqual(subjects);
    expect(await kysely.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).toEqual([]);
  });
});

test('the mails to an address are forgotten without waiting for one that is being sent', async () => {
  const [sent, , another] = [
    await queued(),
    await queued({ recipient: 'Isla@Northlight.example' }),
    await queued({ recipient: 'callum@northlight.example' }),
  ];
  await kysely.transaction().execute(async (sending) => {
    await sending.selectFrom('outbox').select('id').where('id', '=', sent).forUpdate().execute();
    await kysely.transaction().execute((trx) => deleteMailsTo(trx, mail.recipient));
  });
  const left = await kysely.selectFrom('outbox').select('id').execute();
  expect(left.map(({ id }) => id).sort()).toEqual([sent, another].sort());
});

describe('counting', () => {
  const count = (recipient: string, since = new Date(Date.now() - 60_000)) =>
    kysely.transaction().execute((trx) => countMails(trx, 'enquiry', recipient, since));

  test('knows the kind, the recipient in any case, and the time', async () => {
    await queued();
    await queued({ recipient: 'ISLA@northlight.example' });
    await queued({ recipient: 'calum@northlight.example' });
    await queued({ kind: 'other' });
    expect(await count('isla@Northlight.example')).toBe(2);
    expect(await count('isla@northlight.example', new Date(Date.now() + 60_000))).toBe(0);
  });

  test('is exact for transactions at the same time', async () => {
    const queueUnlessSent = () =>
      kysely.transaction().execute(async (trx) => {
        if ((await countMails(trx, 'enquiry', mail.recipient, new Date(0))) < 3) await queueMail(trx, mail);
      });
    await Promise.all(Array.from({ length: 20 }, queueUnlessSent));
    expect(await count(mail.recipient, new Date(0))).toBe(3);
  });
});
