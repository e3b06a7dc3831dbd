import { randomUUID } from 'node:crypto';
import { checkMailbox, describeMailboxError } from '../../features/enquiries/inbound/mailbox-client.server.ts';
import type { Config } from '../../platform/settings/config.ts';
import { assertRoleAvailable } from '../../platform/db/application-role.ts';
import { MIN_SERVER_VERSION } from '../../platform/db/migrate.ts';
import { openClient } from '../../platform/db/pool.ts';
import { StartupError } from '../../platform/db/startup-error.ts';
import { checkSmtpServer } from '../../platform/mail/mailer.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { toStorageKey } from '../../platform/storage/storage.ts';

/** The result of trying what a setting names. */
export interface ConnectionCheck {
  readonly name: string;
  /** The option for the setting, if setup asks for it. */
  readonly option?: string;
  readonly result: { readonly ok: string } | { readonly failed: string };
}

interface Attempt extends Pick<ConnectionCheck, 'name' | 'option'> {
  readonly advice: string;
  run(config: Config): Promise<string>;
}

/** Tries the database, the storage, the mail server and the mailbox of replies, if there is one; changes nothing. */
export function checkConnections(config: Config): Promise<ConnectionCheck[]> {
  const attempts: Attempt[] = [
    {
      name: 'Database',
      option: 'database-url',
      advice: 'check DATABASE_URL and that the server runs',
      run: checkDatabase,
    },
    {
      name: 'Storage',
      option: 'storage-url',
      advice: 'check STORAGE_URL, for a bucket the AWS variables, and the permission to write',
      run: checkStorage,
    },
    {
      name: 'Mail server',
      option: 'smtp-url',
      advice: 'check SMTP_URL, the certificate of the server, and that a firewall lets it through',
      run: checkMail,
    },
    ...(config.inboundMail ? [{ name: 'Mailbox', advice: 'check INBOUND_MAIL', run: checkInboundMail }] : []),
  ];
  return Promise.all(
    attempts.map(async ({ advice, run, ...check }) => {
      try {
        return { ...check, result: { ok: await run(config) } };
      } catch (error) {
        // The message of a StartupError says what to do.
        const failed = error instanceof StartupError ? error.message : `${describe(error)}: ${advice}`;
        return { ...check, result: { failed } };
      }
    }),
  );
}

/** One line for the operator. */
export function formatCheck({ name, result }: ConnectionCheck): string {
  return 'ok' in result ? `ok    ${name}: ${result.ok}` : `FAIL  ${name}: ${result.failed}`;
}

async function checkDatabase({ databaseUrl }: Config): Promise<string> {
  if (!databaseUrl) return 'embedded, started when it is needed';
  const client = await openClient(databaseUrl);
  try {
    const { rows } = await client.query<{ version: number; mayCreate: boolean }>(
      `select current_setting('server_version_num')::integer / 10000 as version,
        has_database_privilege(current_database(), 'create') as "mayCreate"`,
    );
    const { version, mayCreate } = rows[0]!;
    if (version < MIN_SERVER_VERSION)
      throw new StartupError(`PostgreSQL ${version} is too old, version ${MIN_SERVER_VERSION} is needed.`);
    if (!mayCreate) throw new StartupError(`${client.user} may not create tables: let it own the database.`);
    await assertRoleAvailable(client);
    return `PostgreSQL ${version} at ${new URL(databaseUrl).host || 'a local socket'}`;
  } finally {
    await client.end();
  }
}

/** Writes, reads and deletes a file. It is in no folder, which would stay, and belong to root if root runs setup. */
async function checkStorage(config: Config): Promise<string> {
  const storage = await openStorage(config);
  const key = toStorageKey(`setup-${randomUUID()}`);
  const written = Buffer.from('setup');
  await storage.put(key, written);
  const read = await storage.read(key);
  await storage.delete(key);
  if (!read || !written.equals(read)) throw new Error('a file that was written cannot be read');
  return 'files can be written, read and deleted';
}

async function checkMail({ smtp }: Config): Promise<string> {
  if (!smtp) throw new StartupError('SMTP_URL is not set.');
  await checkSmtpServer(smtp);
  return `${new URL(smtp.url).host} accepts email`;
}

async function checkInboundMail({ inboundMail }: Config): Promise<string> {
  await checkMailbox(inboundMail!).catch((error: unknown) => {
    throw new Error(describeMailboxError(error));
  });
  return `${inboundMail!.name} can be read`;
}

function describe(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  // Errors of several IP addresses of one host have no message.
  return (message || code || String(error)).replace(/[.\s]+$/, '').replace(/\s+/g, ' ');
}
