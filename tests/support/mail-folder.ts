import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { startJobs } from '../../src/platform/jobs/job-queue.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { type QueuedMail, createFolderMailer } from '../../src/platform/mail/mailer.ts';
import { mailQueue, mailJobHandler } from '../../src/platform/mail/outbox.ts';
import { linkIssuer } from '../../src/server/worker/issue-link.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import type { Site } from './site.ts';

type FindMails = (matches: (mail: QueuedMail) => boolean, count?: number) => Promise<QueuedMail[]>;

/**
 * Delivers the outbox of a site into a folder, as the worker does, until the calling test file ends. Returns a function that waits for
 * `count` matching emails and returns them.
 */
export async function deliverMails(site: Site): Promise<FindMails> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-mails-'));
  const log = createLog({ logLevel: 'error' });
  const jobs = await startJobs({ url: site.databaseUrl, queues: QUEUES, log });
  await jobs.work(
    mailQueue,
    mailJobHandler(
      site.db,
      createFolderMailer(folder, 'Recce <no-reply@recce.example>'),
      log,
      linkIssuer(site.db, site.url),
    ),
  );
  afterAll(async () => {
    await jobs.stop();
    await rm(folder, { recursive: true });
  });
  return async (matches, count = 1) => {
    const delivered = async () => {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const mails = await Promise.all(
        files.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as QueuedMail),
      );
      return mails.filter(matches);
    };
    await expect.poll(async () => (await delivered()).length).toBe(count);
    return delivered();
  };
}

/** Returns a function that waits for the only email with a recipient and a subject. */
export function findOneMail(findMails: FindMails): (recipient: string, subject: string) => Promise<QueuedMail> {
  return async (recipient, subject) => {
    const [mail] = await findMails((one) => one.recipient === recipient && one.subject === subject);
    return mail!;
  };
}

/** Returns the URL of an email's link to a page. */
export function findLink({ text }: QueuedMail, page: string): string {
  const url = new RegExp(`https?://\\S+${page}\\S*`).exec(text)?.[0];
  if (!url) throw new Error(`the email has no link to ${page}: ${text}`);
  return url;
}
