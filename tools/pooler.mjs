// Finds the PgBouncer for the tests of connection poolers, or installs that of Debian. Plain JavaScript: setup runs it on any Node.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { apt, canInstall } from './apt.mjs';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/**
 * Finds PgBouncer.
 *
 * @returns {string | undefined}
 */
export function findPooler() {
  return FOLDERS.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
}

/** Installs PgBouncer with apt-get as root; otherwise throws an error with instructions. */
export function installPooler() {
  const remedy = 'install it (Debian: sudo apt-get install pgbouncer).';
  if (!canInstall()) throw new Error(`The tests of connection poolers need PgBouncer: ${remedy}`);
  console.log('Setup: installing PgBouncer with apt-get.');
  apt(remedy, 'update', '-qq');
  apt(remedy, 'install', '-qq', '--yes', '--no-install-recommends', 'pgbouncer');
  if (!findPooler()) throw new Error(`apt-get did not install PgBouncer: ${remedy}`);
}
