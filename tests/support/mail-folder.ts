import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { startJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { type QueuedMail, folderMailer } from '../../src/platform/mail/mailer.ts';
import { mailQueue, mailJobHandler } from '../../src/platform/mail/outbox.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import type { Site } from './site.ts';

type FindMails = (fits: (mail: QueuedMail) => boolean, wanted?: number) => Promise<QueuedMail[]>;

/**
 * Sends what the outbox of a site holds, as the worker does, into a folder, until the calling test file ends. The returned function
 * gives the mails that fit, once there are as many as are wanted.
 */
export async function deliverMails(site: Site): Promise<FindMails> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-mails-'));
  const log = createLog({ logLevel: 'error' });
  const jobs = await startJobs({ url: site.databaseUrl, queues: QUEUES, log });
  await jobs.work(mailQueue, mailJobHandler(site.db, folderMailer(folder, 'Recce <no-reply@recce.example>'), log));
  afterAll(async () => {
    await jobs.stop();
    await rm(folder, { recursive: true });
  });
  return async (fits, wanted = 1) => {
    const delivered = async () => {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const mails = await Promise.all(
        files.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as QueuedMail),
      );
      return mails.filter(fits);
    };
    await expect.poll(async () => (await delivered()).length).toBe(wanted);
    return delivered();
  };
}

/** The one mail with a subject to somebody, of those that are delivered. */
export function findOneMail(mailsThat: FindMails): (recipient: string, subject: string) => Promise<QueuedMail> {
  return async (recipient, subject) => {
    const [mail] = await mailsThat((one) => one.recipient === recipient && one.subject === subject);
    return mail!;
  };
}

/** The address that the link of a mail leads to. */
export function findLink({ text }: QueuedMail, page: string): string {
  const url = new RegExp(`https?://\\S+${page}\\S*`).exec(text)?.[0];
  if (!url) throw new Error(`the mail has no link to ${page}: ${text}`);
  return url;
}
