import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { getSecret } from '../../../platform/db/secrets.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { FILE_NOT_SAVED } from '../../../platform/text/common-messages.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { listCountedNetworks } from '../../../platform/http/ip-prefix.ts';
import { FILE_EXPIRED, TOO_MANY_UNSENT_FILES, UPLOADS_FULL } from './messages.ts';
import type { FileType } from '../../documents/schema.ts';

/** A network whose unsent files are counted together. */
interface SenderNetwork {
  readonly hash: string;
  readonly max: number;
}

/** Age at which a recorded file that was never stored counts as orphaned: far longer than a request takes. */
const UPLOAD_TIMEOUT_MS = 3_600_000;
/** Files that wait for their message, so that senders without an account cannot fill the storage: of one network, and of all. */
export const MAX_UNSENT_FILES = { network: 40, site: 1_000 };
const RETRY_AFTER_SECONDS = 600;

/** Returns the hashes of the networks of an IP address, each with its limit: as the rate limits count them. */
export async function hashNetworks(db: Db, ip: string): Promise<SenderNetwork[]> {
  const secret = await getSecret(db, 'sign-in');
  return listCountedNetworks(ip).map(({ prefix, factor }) => ({
    hash: createHmac('sha256', secret).update(`enquiry file ${prefix}`).digest('hex'),
    max: factor * MAX_UNSENT_FILES.network,
  }));
}

/**
 * Records a file in a separate transaction before it is stored, so that the worker deletes it if it is never added.
 * @throws {ApiError} TOO_MANY_REQUESTS; UNAVAILABLE
 */
export async function recordFile(trx: Trx, id: string, networks: readonly SenderNetwork[], at: Date): Promise<void> {
  const { rows } = await sql<{ total: number; counts: number[] }>`
    with unsent as (select network_hashes from enquiry_files where message_id is null)
    select (select count(*)::int from unsent) as total, array(
      select (select count(*)::int from unsent where network_hashes @> array[hash])
      from unnest(${networks.map(({ hash }) => hash)}::text[]) with ordinality network (hash, n) order by n
    ) as counts`.execute(trx);
  const { total = 0, counts = [] } = rows[0] ?? {};
  if (networks.some(({ max }, index) => (counts[index] ?? 0) >= max))
    throw new ApiError('TOO_MANY_REQUESTS', TOO_MANY_UNSENT_FILES, undefined, RETRY_AFTER_SECONDS);
  if (total >= MAX_UNSENT_FILES.site) throw new ApiError('UNAVAILABLE', UPLOADS_FULL, undefined, RETRY_AFTER_SECONDS);
  const delete_after = new Date(at.getTime() + UPLOAD_TIMEOUT_MS);
  await trx.insertInto('orphaned_enquiry_files').values({ id, delete_after }).execute();
}

/** Adds a stored file, which then waits for its message. @throws {ApiError} UNAVAILABLE when it is already deleted */
export async function addFile(
  trx: Trx,
  file: {
    readonly id: string;
    readonly name: string;
    readonly content_type: FileType;
    readonly bytes: number;
    readonly network_hashes?: string[];
  },
  at: Date,
): Promise<void> {
  const recorded = await trx.deleteFrom('orphaned_enquiry_files').where('id', '=', file.id).executeTakeFirst();
  if (recorded.numDeletedRows === 0n) throw new ApiError('UNAVAILABLE', FILE_NOT_SAVED);
  await trx
    .insertInto('enquiry_files')
    .values({ ...file, created_at: at })
    .execute();
}

/** Attaches uploaded files to a message, in this order. @throws {ApiError} INVALID if one is attached already, or deleted */
export async function attachFiles(trx: Trx, messageId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unique = [...new Set(ids)];
  const { numUpdatedRows } = await trx
    .updateTable('enquiry_files')
    .set({ message_id: messageId, network_hashes: null, position: sql`array_position(${unique}::uuid[], id)` })
    .where('id', 'in', unique)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(unique.length)) throw new ApiError('INVALID', FILE_EXPIRED, { files: FILE_EXPIRED });
}
