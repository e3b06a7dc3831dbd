import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { LocationDocument } from './schema.ts';
import { DOCUMENT_NOT_FOUND } from './messages.ts';

export interface DocumentId {
  readonly locationId: string;
  readonly id: string;
}

/** Lists the documents of a location, latest first. */
export async function listDocuments(db: Db, locationId: string): Promise<LocationDocument[]> {
  return (await selectDocuments(db, locationId).orderBy('d.created_at', 'desc').orderBy('d.id').execute()).map(
    toDocument,
  );
}

/** @throws {ApiError} NOT_FOUND */
export async function getDocument(db: Db, { locationId, id }: DocumentId): Promise<LocationDocument> {
  return toDocument(
    (await selectDocuments(db, locationId).where('d.id', '=', id).executeTakeFirst()) ?? throwNoDocument(),
  );
}

export function throwNoDocument(): never {
  throw new ApiError('NOT_FOUND', DOCUMENT_NOT_FOUND);
}

function selectDocuments(db: Db, locationId: string) {
  return db
    .selectFrom('documents as d')
    .innerJoin('users as u', 'u.id', 'd.uploaded_by')
    .select(['d.id', 'd.name', 'd.bytes', 'd.created_at', 'u.first_name', 'u.last_name'])
    .where('d.location_id', '=', locationId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number];

function toDocument({ first_name, last_name, created_at, ...row }: Row): LocationDocument {
  return { ...row, created_at: created_at.toISOString(), uploaded_by: { first_name, last_name } };
}
