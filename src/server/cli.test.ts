import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { addOption } from '../../tests/support/locations.ts';
import { createLog } from '../platform/log.ts';
import { startJobs } from '../platform/jobs.ts';
import { type QueuedMail } from '../platform/mail/mailer.ts';
import { mailQueue, sendMails } from '../platform/mail/outbox.ts';
import { QUEUES } from './queues.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const { kysely: db, url } = await testDatabase();

async function recce(...args: string[]): Promise<{ exitCode: number; said: string; complained: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { exitCode: exitCode as number, said, complained };
}

test('a command that is not understood explains all of them', async () => {
  expect(await recce()).toMatchObject({ exitCode: 2, complained: expect.stringContaining('outbox [--retry]') });
  expect(await recce('outbox', '--again')).toMatchObject({ exitCode: 2 });
});

describe('outbox', () => {
  const mail = {
    kind: 'enquiry',
    recipient: 'isla@northlight.example',
    subject: 'Enquiry about Weir Mill',
    text: 'Two nights.',
    html: '<p>Two nights.</p>',
  };

  test('lists the mails that were given up without what is personal, and sends them again', async () => {
    expect((await recce('outbox')).said).toBe('No mail was given up.\n');
    const given = { attempts: 15, last_error: 'ECONNREFUSED', created_at: new Date('2026-11-12T09:30:00Z') };
    await db
      .insertInto('outbox')
      .values([
        { ...mail, ...given, failed_at: new Date('2026-11-13T10:00:00Z') },
        { ...mail, subject: 'Sent', sent_at: new Date() },
      ])
      .execute();
    const { said } = await recce('outbox');
    expect(said).toContain(
      'enquiry  written 2026-11-12T09:30:00.000Z  given up 2026-11-13T10:00:00.000Z  15 attempts: ECONNREFUSED',
    );
    expect(said).toContain('1 mail given up');
    expect(said).not.toMatch(/isla|Weir|nights/);

    expect((await recce('outbox', '--retry')).said).toBe('1 mail will be sent again.\n');
    expect((await recce('outbox')).said).toBe('No mail was given up.\n');
    const log = createLog({ logLevel: 'error' });
    const sent = Promise.withResolvers<QueuedMail>();
    const jobs = await startJobs({ url, queues: QUEUES, log });
    await jobs.work(mailQueue, sendMails(db, { send: async (letter) => sent.resolve(letter) }, log));
    expect(await sent.promise).toMatchObject({ recipient: mail.recipient, subject: mail.subject });
    await jobs.stop();
  });
});

describe('rename-option', () => {
  test('gives an option another name, and says why it cannot', async () => {
    await addOption(db, 'setting', 'Coastal');
    expect(await recce('rename-option', 'setting', 'Coastal', 'By the sea')).toMatchObject({
      exitCode: 0,
      said: '“Coastal” is now “By the sea”.\n',
    });
    expect(await recce('rename-option', 'setting', 'Coastal', 'Shore')).toMatchObject({
      exitCode: 1,
      complained: 'The list has no “Coastal”.\n',
    });
    expect(await recce('rename-option', 'sitting', 'Coastal', 'Shore')).toMatchObject({ exitCode: 2 });
  });
});
