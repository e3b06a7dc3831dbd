import type { Db } from '../../../platform/db/transaction.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { getBoardAccess } from '../access.queries.server.ts';
import { assertOwner } from '../guests/access.queries.server.ts';
import type { LookBookSettings } from './schema.ts';

/** Throws unless the caller sees all that a look-book of a board shows. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function assertVisible(
  db: Db,
  caller: Actor,
  id: string,
  { answers }: Pick<LookBookSettings, 'answers'>,
): Promise<void> {
  await (answers ? assertOwner : getBoardAccess)(db, caller, id);
}
