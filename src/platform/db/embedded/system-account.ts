import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { PRODUCT_NAME } from '../../settings/product-name.ts';
import { StartupError } from '../startup-error.ts';

const execFileAsync = promisify(execFile);

/** The account that runs PostgreSQL if this process runs as root, which PostgreSQL does not allow. */
export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

const ACCOUNT_NAME = 'postgres';

/** Returns the account to run the server on `directory`: undefined for our own; for root, its owner or `postgres`, created if missing. */
export async function getAccount(directory: string): Promise<SystemAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux')
    throw new StartupError(`PostgreSQL does not run as root: start ${PRODUCT_NAME} as an ordinary user.`);
  const owner = await stat(directory).catch(() => undefined);
  if (!owner) return (await findSystemAccount()) ?? (await createSystemAccount());
  if (owner.uid === 0) {
    throw new StartupError(
      `${directory} belongs to root, but PostgreSQL does not run as root: change its owner to ${ACCOUNT_NAME} with chown -R.`,
    );
  }
  return { uid: owner.uid, gid: owner.gid };
}

async function findSystemAccount(): Promise<SystemAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([
      execFileAsync('id', ['-u', ACCOUNT_NAME]),
      execFileAsync('id', ['-g', ACCOUNT_NAME]),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createSystemAccount(): Promise<SystemAccount> {
  const creation = await execFileAsync('/usr/sbin/useradd', [
    '--system',
    '--user-group',
    '--shell',
    '/usr/sbin/nologin',
    ACCOUNT_NAME,
  ]).catch((error: Error) => error);
  const account = await findSystemAccount();
  if (account) return account;
  const reason = creation instanceof Error ? creation.message.trim().split('\n').at(-1) : 'the user does not exist';
  throw new StartupError(
    `PostgreSQL does not run as root, and the user ${ACCOUNT_NAME} could not be created (${reason}). ` +
      `Create it, start ${PRODUCT_NAME} as an ordinary user, or set DATABASE_URL.`,
  );
}
