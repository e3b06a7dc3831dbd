import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  type PasswordPrompt,
  createAdminFromArguments,
  resetSecondFactorsOf,
  setPasswordOf,
} from '../../features/accounts/command-line.server.ts';
import { PASSWORDS_ARE_OFF, PASSWORD_SET } from '../../features/accounts/single-sign-on/messages.ts';
import { SECOND_FACTORS_RESET } from '../../features/accounts/messages.ts';
import type { MailDeps } from '../../features/accounts/second-factor/commands.server.ts';
import type { LocationDeps } from '../../features/locations/mails/commands.server.ts';
import { exportLocations } from '../../features/import-export/export.server.ts';
import { renameOption } from '../../features/locations/catalogue/options/commands.server.ts';
import { runConsents } from '../../features/consents/command-line.server.ts';
import { runBasemap } from '../../features/geography/map-files/command-line.server.ts';
import { runImport } from '../../features/import-export/command-line.server.ts';
import { publishLocation, unpublishLocation } from '../../features/locations/publishing/commands.server.ts';
import { PUBLISHED, UNPUBLISHED } from '../../features/locations/messages.ts';
import { optionIsNow } from '../../features/locations/catalogue/options/messages.ts';
import { formatMissingParts } from '../../features/locations/publishing/publishability.ts';
import { inSnapshot, findLocationIdByUrl } from '../../features/locations/catalogue/published/queries.server.ts';
import { FACET_FIELDS, isFacetField } from '../../features/locations/catalogue/schema.ts';
import { switchMaintenance } from '../../features/content/maintenance/commands.server.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { type JobRetrier, openJobs } from '../../platform/jobs/job-queue.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { listDeadLetters, retryDeadLetters, summariseRetries } from '../../platform/mail/dead-letters.ts';
import { createOutbox, mailQueue } from '../../platform/mail/outbox.ts';
import { describeFileFailure } from '../../platform/files/file-failure.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { OpenDatabase } from '../database.ts';
import { removeDemo } from '../seed/demo-removal.ts';
import { QUEUES } from '../worker/queues.ts';
import { publishEvent } from '../event-subscriptions.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { mailsQueuedAgain, mailsWaiting } from '../../features/operations/messages.ts';

/** Wrong arguments. Without a message, the usage of the command is printed. */
export class UsageError extends Error {}

interface Site extends Pick<OpenDatabase, 'db' | 'url'> {
  readonly config: Config;
  readonly log: Log;
  readonly promptForPassword: PasswordPrompt;
  /** Writes a line that is no result, such as progress. */
  readonly writeLine: (line: string) => void;
}
type Command = (site: Site, args: readonly string[]) => Promise<{ text: string; exitCode: number }>;

/** Commands that use the database of the site. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  import: (site, args) =>
    runImport({ ...site, publishEvent, withMedia: (work) => withMedia(site, work) }, args, new Date()),
  export: async ({ db }, [file]) => {
    if (!file) throw new UsageError();
    // It has what only the Locations Team may know.
    const destination = await open(file, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(describeFileFailure(file, 'written', error));
    });
    await inSnapshot(db, (snapshot) => destination.writeFile(exportLocations(snapshot))).finally(() =>
      destination.close(),
    );
    return succeed(`Locations written to ${path.resolve(file)}.`);
  },
  admin: async (site, [action, ...person]) => {
    const { db, config, promptForPassword } = site;
    if (action === 'reset-second-factors' && person.length === 1) {
      await runWithMails(site, (trx, deps) => resetSecondFactorsOf(trx, deps, person[0]!, new Date()));
      return succeed(SECOND_FACTORS_RESET);
    }
    if (action === 'set-password' && person.length === 1) {
      const run: Parameters<typeof setPasswordOf>[1]['run'] = (work) => runWithMails(site, work);
      const task = { address: person[0]!, siteName: config.site.name, promptForPassword, run };
      await setPasswordOf(db, task);
      return succeed(`${PASSWORD_SET}${config.singleSignOn?.teamPasswords === false ? ` ${PASSWORDS_ARE_OFF}` : ''}`);
    }
    if (action !== 'create' || person.length !== 3) throw new UsageError();
    return succeed(
      await createAdminFromArguments(db, { person, siteName: config.site.name, promptForPassword }, new Date()),
    );
  },
  maintenance: async ({ db }, [state]) => {
    if (state !== 'on' && state !== 'off') throw new UsageError();
    const action = { on: state === 'on', actorId: null, at: new Date() };
    await db.transaction().execute((trx) => switchMaintenance(trx, action));
    return succeed(`Maintenance is ${state}.`);
  },
  publish: async (site, [slug]) => {
    const id = await getLocationId(site.db, slug);
    const action = { actor: null, at: new Date() };
    const { published_without: without } = await runWithMails(site, (trx, deps) =>
      publishLocation({ ...deps, ...action, trx }, { id }),
    );
    const warning = `\nMissing: ${formatMissingParts(without)}. The location was published without these before.`;
    return succeed(`${PUBLISHED}${without.length > 0 ? warning : ''}`);
  },
  unpublish: async (site, [slug]) => {
    const id = await getLocationId(site.db, slug);
    const action = { actor: null, at: new Date() };
    await runWithMails(site, (trx, deps) => unpublishLocation({ ...deps, ...action, trx }, { id }));
    return succeed(UNPUBLISHED);
  },
  'rename-option': async ({ db }, [field, from, to]) => {
    if (!field || !from || !to?.trim()) throw new UsageError();
    if (!isFacetField(field))
      throw new UsageError(`There is no list ${field}. The lists are ${FACET_FIELDS.join(', ')}.`);
    const rename = { field, from, to: to.trim(), actorId: null, at: new Date() };
    await db.transaction().execute((trx) => renameOption(trx, rename, publishEvent));
    return succeed(optionIsNow(from, rename.to));
  },
  demo: async ({ db }, [action, ...rest]) => {
    if (action !== 'remove' || rest.length > 0) throw new UsageError();
    return succeed(await removeDemo(db, publishEvent, new Date()));
  },
  basemap: async ({ db, config }, args) => {
    const outcome = await runBasemap(db, () => openStorage(config), args);
    if (!outcome) throw new UsageError();
    return outcome;
  },
  consents: async ({ db }, args) => {
    const outcome = await runConsents(db, args);
    if (!outcome) throw new UsageError();
    return outcome;
  },
  outbox: async (site, args) => {
    if (args.some((arg) => arg !== '--retry')) throw new UsageError();
    return succeed(args.length > 0 ? await retryMails(site) : await listMails(site));
  },
};

async function listMails({ db }: Site): Promise<string> {
  const { mails, lastError } = await summariseRetries(db);
  return [await listFailedMails(db), ...(mails > 0 ? [mailsWaiting(mails, lastError)] : [])].join('\n');
}

async function listFailedMails(db: OpenDatabase['db']): Promise<string> {
  const mails = await listDeadLetters(db);
  if (mails.length === 0) return 'There are no failed emails.';
  const lines = mails.map(
    ({ id, kind, created_at, failed_at, attempts, last_error }) =>
      `${id}  ${kind}  created ${created_at.toISOString()}  failed ${failed_at.toISOString()}` +
      `  ${formatCount(attempts, 'attempt')}: ${last_error ?? 'unknown error'}`,
  );
  return [...lines, `${formatCount(mails.length, 'failed email')}. To send them again, run outbox --retry.`].join('\n');
}

async function retryMails(site: Site): Promise<string> {
  return withJobs(site, async (trx, jobs) => {
    const waiting = await jobs.runRetriesNow(trx, mailQueue);
    const failed = await retryDeadLetters(trx, jobs);
    const triedNow = `${formatCount(waiting, 'waiting email')} will be tried now.`;
    return [mailsQueuedAgain(failed.length), ...(waiting > 0 ? [triedNow] : [])].join('\n');
  });
}

/** Runs a command that sends emails, in one transaction. */
async function runWithMails<Result>(
  site: Site,
  run: (trx: Trx, deps: LocationDeps & MailDeps) => Promise<Result>,
): Promise<Result> {
  const { site: about, siteUrl, singleSignOn = null } = site.config;
  return withJobs(site, (trx, jobs) =>
    run(trx, { site: about, siteUrl, singleSignOn, queueMail: createOutbox(jobs), publishEvent }),
  );
}

/** Runs one transaction that can enqueue jobs. */
async function withJobs<Result>(
  { db, url, log }: Site,
  work: (trx: Trx, jobs: JobRetrier) => Promise<Result>,
): Promise<Result> {
  const jobs = await openJobs({ url, queues: QUEUES, log });
  try {
    return await db.transaction().execute((trx) => work(trx, jobs));
  } finally {
    await jobs.stop();
  }
}

/** Runs work that stores pictures, and enqueues their jobs. */
async function withMedia<Result>(
  { config, url, log }: Site,
  work: (media: { storage: Storage; jobs: JobRetrier }) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage(config);
  const jobs = await openJobs({ url, queues: QUEUES, log });
  try {
    return await work({ storage, jobs });
  } finally {
    await jobs.stop();
  }
}

async function getLocationId(db: OpenDatabase['db'], slug: string | undefined): Promise<string> {
  if (!slug) throw new UsageError();
  const id = await findLocationIdByUrl(db, slug);
  if (!id) throw new UsageError(`There is no location whose URL ends with /${slug}.`);
  return id;
}

function succeed(text: string): { text: string; exitCode: number } {
  return { text, exitCode: 0 };
}
