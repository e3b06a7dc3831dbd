import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../tests/support/mail-server.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { startJobs } from '../jobs/job-queue.ts';
import { SECRET_PLACEHOLDER } from './link-secrets.ts';
import { type Mailer, createSmtpMailer } from './mailer.ts';
import {
  type IssueLink,
  type Mail,
  countMails,
  deleteMailsTo,
  mailQueue,
  createOutbox,
  mailJobHandler,
} from './outbox.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../tests/support/crash-after-sending.ts', import.meta.url));
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
let enqueued: { id: string }[];
const queueMail = createOutbox({ enqueue: async (_trx, _queue, data) => void enqueued.push(data as { id: string }) });

beforeEach(async () => {
  server = await startMailServer();
  mailer = createSmtpMailer({ url: server.url, requireTls: false }, 'Recce <no-reply@recce.example>');
  enqueued = [];
  logged.length = 0;
  await kysely.deleteFrom('outbox').execute();
});
afterEach(() => server.stop());

async function queueTestMail(changes: Partial<Mail> = {}): Promise<string> {
  await kysely.transaction().execute((trx) => queueMail(trx, { ...mail, ...changes }));
  return enqueued.at(-1)?.id ?? '';
}
const attempt = (id: string) => mailJobHandler(kysely, mailer, log).run({ id }, notStopped);
const onRetriesExhausted = (id: string) => mailJobHandler(kysely, mailer, log).onRetriesExhausted({ id });
const row = (id: string) => kysely.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('an email', () => {
  test('is sent once and marked as sent', async () => {
    const id = await queueTestMail({ replyTo: 'locations@screen-alba.example' });
    await attempt(id);
    await attempt(id);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.headers.get('reply-to')).toBe('locations@screen-alba.example');
    expect(await row(id)).toMatchObject({ attempts: 1, last_error: null, failed_at: null, sent_at: expect.any(Date) });
  });

  test('is queued only if the transaction commits', async () => {
    const failing = kysely.transaction().execute(async (trx) => {
      await queueMail(trx, mail);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await kysely.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  test('has a subject of one line of limited length', async () => {
    const id = await queueTestMail({ subject: ` Enquiry\r\nBcc: x@evil.example\0 ${'about '.repeat(100)}` });
    expect((await row(id)).subject).toMatch(/^Enquiry Bcc: x@evil\.example (about )+ab$/);
  });

  test('never contains the secret of an earlier link that somebody has quoted', async () => {
    const quoted = 'https://recce.example/enquiry?from=mail#token=abc-DEF_1';
    const id = await queueTestMail({ text: `> ${quoted}`, html: `<p>&gt; ${quoted}</p>` });
    const { text, html } = await row(id);
    expect(text).toBe('> https://recce.example/enquiry?from=mail#token=…');
    expect(html).toBe('<p>&gt; https://recce.example/enquiry?from=mail#token=…</p>');
  });

  test('is sent once even if several workers process it', async () => {
    const id = await queueTestMail();
    await Promise.all([attempt(id), attempt(id), attempt(id)]);
    expect(server.received).toHaveLength(1);
  });
});

describe('an email with a link', () => {
  const linked = {
    text: `https://recce.example/reset-password#token=${SECRET_PLACEHOLDER}`,
    html: `<a href="https://recce.example/reset-password#token=${SECRET_PLACEHOLDER}">Choose</a>`,
    hasLink: true,
  };
  let issued: string[];
  const issueLink = async () => {
    issued.push(`secret-${issued.length + 1}`);
    return { secret: issued.at(-1)! };
  };
  const send = (id: string, issue: IssueLink = issueLink) =>
    mailJobHandler(kysely, mailer, log, issue).run({ id }, notStopped);
  beforeEach(() => {
    issued = [];
  });

  test('gets its secret when it is sent, and the outbox never contains it', async () => {
    const id = await queueTestMail(linked);
    expect(JSON.stringify(await row(id))).not.toContain('secret-');
    await send(id);
    expect([...server.received[0]!.parts.values()].join()).toContain('secret-1');
    expect([...server.received[0]!.parts.values()].join()).not.toContain(SECRET_PLACEHOLDER);
    expect(await row(id)).toMatchObject({ sent_at: expect.any(Date), text: linked.text, html: linked.html });
  });

  test('lets its reader unsubscribe with one click where its link does', async () => {
    const url = 'https://recce.example/unsubscribe/1/a-signature-that-is-longer-than-a-line-of-an-email-may-be';
    await send(await queueTestMail(linked), async () => ({ secret: 'secret', unsubscribeUrl: url }));
    await send(await queueTestMail(linked));
    const [first, second] = server.received.map(({ headers }) => headers);
    expect(first?.get('list-unsubscribe')).toBe(`<${url}>`);
    expect(first?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(second?.has('list-unsubscribe')).toBe(false);
  });

  test('gets another secret and Message-ID with each attempt', async () => {
    const id = await queueTestMail(linked);
    const sent: { text: string; attemptId?: string }[] = [];
    const failing: Mailer = {
      send: async (mail) => {
        sent.push(mail);
        throw new Error('the connection broke');
      },
    };
    await expect(mailJobHandler(kysely, failing, log, issueLink).run({ id }, notStopped)).rejects.toThrow();
    await send(id);
    expect(sent[0]?.text).toContain('secret-1');
    expect([...server.received[0]!.parts.values()].join()).toContain('secret-2');
    const messageId = server.received[0]?.headers.get('message-id') ?? '';
    expect(messageId).toContain(id);
    expect(messageId).not.toContain(sent[0]?.attemptId);
  });

  test('is deleted if the link was withdrawn', async () => {
    const id = await queueTestMail(linked);
    await send(id, async () => null);
    expect(server.received).toEqual([]);
    expect(await kysely.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('is sent unchanged if only its text contains the placeholder', async () => {
    const id = await queueTestMail({ text: `Is ${SECRET_PLACEHOLDER} a word?` });
    await send(id, async () => null);
    expect([...server.received[0]!.parts.values()].join()).toContain(SECRET_PLACEHOLDER);
  });
});

describe('a temporary failure', () => {
  test('of the connection delays an email until the server is back', async () => {
    const id = await queueTestMail();
    const { port } = new URL(server.url);
    await server.stop();
    const refused = `the mail server 127.0.0.1:${port} does not accept connections (ECONNREFUSED CONN)`;
    await expect(attempt(id)).rejects.toThrow(refused);
    await expect(attempt(id)).rejects.toThrow(refused);
    expect(await row(id)).toMatchObject({ attempts: 2, sent_at: null, failed_at: null });
    server = await startMailServer(Number(port));
    await attempt(id);
    expect(server.received).toHaveLength(1);
    expect(await row(id)).toMatchObject({ attempts: 3, last_error: null, sent_at: expect.any(Date) });
  });

  test.each(['RCPT TO', 'DATA'] as const)('reported by the server at %s delays an email', async (command) => {
    const id = await queueTestMail();
    server.setRejection(command, { code: 451, text: '4.3.0 isla@northlight.example cannot be served now' });
    await expect(attempt(id)).rejects.toThrow(`451 4.3.0 ${command}`);
    expect(await row(id)).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
    server.setRejection(command);
    await attempt(id);
    expect(server.received).toHaveLength(1);
  });

  test('that persists makes a dead letter, which is kept, logged and not sent again', async () => {
    const id = await queueTestMail();
    server.setRejection('RCPT TO', { code: 450, text: '4.2.0 isla@northlight.example is busy' });
    for (let n = 0; n < 3; n++) await expect(attempt(id)).rejects.toThrow('450 4.2.0');
    await onRetriesExhausted(id);
    server.setRejection('RCPT TO');
    await attempt(id);
    expect(server.received).toEqual([]);
    expect(await row(id)).toMatchObject({ attempts: 3, failed_at: expect.any(Date), sent_at: null, text: mail.text });
    expect(logged).toHaveLength(1);
  });

  test('is retried for about a day', () => {
    const { limit, initialDelay, maxDelay } = mailQueue.retries;
    // pg-boss adds random jitter: one to two times the first delay, doubled each time.
    const total = (jitter: number) =>
      Array.from({ length: limit }, (_, n) => Math.min(maxDelay, jitter * initialDelay * 2 ** n)).reduce(
        (a, b) => a + b,
      );
    expect(total(1) / 3600).toBeGreaterThan(20);
    expect(total(2) / 3600).toBeLessThan(30);
  });
});

describe('a permanent failure', () => {
  test.each(['RCPT TO', 'DATA'] as const)('at %s makes a dead letter at once', async (command) => {
    const id = await queueTestMail();
    server.setRejection(command, { code: 550, text: '5.1.1 isla@northlight.example is unknown' });
    await attempt(id);
    expect(await row(id)).toMatchObject({ attempts: 1, failed_at: expect.any(Date), sent_at: null });
    expect(logged).toHaveLength(1);
  });

  test('is stored and logged without the email address', async () => {
    const id = await queueTestMail();
    server.setRejection('RCPT TO', { code: 550, text: '5.1.1 isla@northlight.example is unknown' });
    await attempt(id);
    expect((await row(id)).last_error).toBe(`EENVELOPE 550 5.1.1 RCPT TO from ${new URL(server.url).host}`);
    expect(JSON.stringify(logged)).not.toContain('northlight');
  });

  test('does not affect an email that was sent', async () => {
    const id = await queueTestMail();
    await attempt(id);
    await onRetriesExhausted(id);
    expect(await row(id)).toMatchObject({ failed_at: null, sent_at: expect.any(Date) });
    expect(logged).toEqual([]);
  });
});

describe('a worker that dies before it marks an email as sent', () => {
  test('leaves the email to be sent again with the same Message-ID', async () => {
    const id = await queueTestMail();
    const worker = spawn(process.execPath, [CRASHING_WORKER, url, server.url, id], { stdio: 'inherit' });
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

describe('the queue', () => {
  test('sends emails in order, including those queued before the worker started', async () => {
    const errors = { error: console.error, warn: console.warn };
    const subjects = ['one', 'two', 'three', 'four', 'five'];
    const first = await startJobs({ url, queues: [mailQueue], log: errors });
    for (const subject of subjects)
      await kysely.transaction().execute((trx) => createOutbox(first)(trx, { ...mail, subject }));
    await first.stop();
    const second = await startJobs({ url, queues: [mailQueue], log: errors });
    await second.work(mailQueue, mailJobHandler(kysely, mailer, log));
    await server.waitForMails(subjects.length);
    await second.stop();
    expect(server.received.map(({ headers }) => headers.get('subject'))).toEqual(subjects);
    expect(await kysely.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).toEqual([]);
  });
});

test('deletes the emails to an email address without waiting for one that is being sent', async () => {
  const [sent, , another] = [
    await queueTestMail(),
    await queueTestMail({ recipient: 'Isla@Northlight.example' }),
    await queueTestMail({ recipient: 'callum@northlight.example' }),
  ];
  await kysely.transaction().execute(async (sending) => {
    await sending.selectFrom('outbox').select('id').where('id', '=', sent).forUpdate().execute();
    await kysely.transaction().execute((trx) => deleteMailsTo(trx, mail.recipient));
  });
  const remaining = await kysely.selectFrom('outbox').select('id').execute();
  expect(remaining.map(({ id }) => id).sort()).toEqual([sent, another].sort());
});

describe('counting', () => {
  const count = (recipient: string, since = new Date(Date.now() - 60_000)) =>
    kysely.transaction().execute((trx) => countMails(trx, 'enquiry', recipient, since));

  test('filters by kind, case-insensitive recipient and time', async () => {
    await queueTestMail();
    await queueTestMail({ recipient: 'ISLA@northlight.example' });
    await queueTestMail({ recipient: 'calum@northlight.example' });
    await queueTestMail({ kind: 'other' });
    expect(await count('isla@Northlight.example')).toBe(2);
    expect(await count('isla@northlight.example', new Date(Date.now() + 60_000))).toBe(0);
  });

  test('is exact for concurrent transactions', async () => {
    const queueUnlessSent = () =>
      kysely.transaction().execute(async (trx) => {
        if ((await countMails(trx, 'enquiry', mail.recipient, new Date(0))) < 3) await queueMail(trx, mail);
      });
    await Promise.all(Array.from({ length: 20 }, queueUnlessSent));
    expect(await count(mail.recipient, new Date(0))).toBe(3);
  });
});
