import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Password hashing. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash. Takes as long without a hash, so that the time does not reveal whether an account exists. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** `memory` in KiB. */
interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const COST: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const STORED_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2);

/** argon2id, computed in the libuv thread pool. */
export const argon2id: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(SALT_BYTES);
    const tag = await computeTag(password, salt, COST);
    const { memory, passes, parallelism } = COST;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
  },
  matches: async (password, hash) => {
    const [, memory, passes, parallelism, salt, stored] = STORED_PATTERN.exec(hash ?? '') ?? [];
    if (!salt || !stored) {
      await computeTag(password, randomBytes(SALT_BYTES), COST);
      return false;
    }
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    return timingSafeEqual(
      await computeTag(password, Buffer.from(salt, 'base64'), cost),
      Buffer.from(stored, 'base64'),
    );
  },
};

/** NFKC makes equal characters that keyboards encode differently. */
function computeTag(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES, ...cost });
}

/** Base64 without padding, as in the PHC string format. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
