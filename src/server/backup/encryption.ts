import { createHash, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { describeFileFailure } from '../../platform/files/file-failure.ts';
import { BackupError } from './backup-error.ts';

/** Converts what is stored. Encrypted files are age files, which the program `age` can decrypt too. */
export type Transform = (content: Uint8Array) => Promise<Uint8Array>;

/** Returns the encryption to public keys. @throws {BackupError} for an invalid key */
export function createEncryption(recipients: readonly string[]): Transform {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupError(
        `${recipient} is not a public key of age: use the line of age-keygen that begins with age1.`,
      );
    }
  }
  return (content) => encrypter.encrypt(content);
}

/** Returns the decryption with the private keys in a file that age-keygen has written. @throws {BackupError} if it has none */
export async function readDecryption(identityFile: string): Promise<Transform> {
  const lines = await readFile(identityFile, 'utf8').then(
    (text) => text.split('\n').map((line) => line.trim()),
    (error: NodeJS.ErrnoException) => {
      throw new BackupError(describeFileFailure(identityFile, 'read', error));
    },
  );
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch {
    throw new BackupError(`The identity file ${identityFile} has a line that is not a private key of age.`);
  }
  if (keys.length === 0) throw new BackupError(`The identity file ${identityFile} has no private key.`);
  return (content) => decrypter.decrypt(content);
}

/**
 * Derives the key of the names of encrypted blobs. It depends on the recipients, so that a blob encrypted to other recipients is not
 * taken for an existing one, and on a secret of the site, so that nobody else can test whether a backup contains a known file.
 */
export function deriveNameKey(secret: string, recipients: readonly string[]): Buffer {
  const purpose = ['names of blobs in backups', ...[...new Set(recipients)].toSorted()].join('\n');
  return Buffer.from(hkdfSync('sha256', secret, '', createPurposeHash(purpose), 32));
}

/** HKDF limits its info parameter to 1,024 bytes; there may be many recipients. */
function createPurposeHash(purpose: string): Uint8Array {
  return createHash('sha256').update(purpose).digest();
}
