// Finds the Dovecot for the tests of incoming email, or installs that of Debian. Plain JavaScript: setup runs it on any Node.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { apt, canInstall } from './apt.mjs';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'];

/**
 * Finds Dovecot.
 *
 * @returns {string | undefined}
 */
export function findMailServer() {
  return FOLDERS.map((folder) => join(folder, 'dovecot')).find((file) => existsSync(file));
}

/** Installs Dovecot with apt-get as root; otherwise throws an error with instructions. */
export function installMailServer() {
  const remedy = 'install it (Debian: sudo apt-get install dovecot-imapd).';
  if (!canInstall()) throw new Error(`The tests of incoming email need Dovecot: ${remedy}`);
  console.log('Setup: installing Dovecot with apt-get.');
  apt(remedy, 'update', '-qq');
  apt(remedy, 'install', '-qq', '--yes', '--no-install-recommends', 'dovecot-imapd');
  if (!findMailServer()) throw new Error(`apt-get did not install Dovecot: ${remedy}`);
}
