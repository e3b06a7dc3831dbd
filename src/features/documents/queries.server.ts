import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { LocationDocument } from './schema.ts';
import { DOCUMENT_NOT_FOUND } from './messages.ts';

/** A document as its location knows it. */
export interface DocumentId {
  readonly locationId: string;
  readonly id: string;
}

/** The documents of a location, latest first. */
export async function listDocuments(db: Db, locationId: string): Promise<LocationDocument[]> {
  return (await rowsOf(db, locationId).orderBy('d.created_at', 'desc').orderBy('d.id').execute()).map(toDocument);
}

/** @throws {ApiError} NOT_FOUND */
export async function documentOf(db: Db, { locationId, id }: DocumentId): Promise<LocationDocument> {
  return toDocument((await rowsOf(db, locationId).where('d.id', '=', id).executeTakeFirst()) ?? noDocument());
}

/** Said of every document that the location does not have. */
export function noDocument(): never {
  throw new ApiError('NOT_FOUND', DOCUMENT_NOT_FOUND);
}

function rowsOf(db: Db, locationId: string) {
  return db
    .selectFrom('documents as d')
    .innerJoin('users as u', 'u.id', 'd.uploaded_by')
    .select(['d.id', 'd.name', 'd.bytes', 'd.created_at', 'u.first_name', 'u.last_name'])
    .where('d.location_id', '=', locationId);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

function toDocument({ first_name, last_name, created_at, ...row }: Row): LocationDocument {
  return { ...row, created_at: created_at.toISOString(), uploaded_by: { first_name, last_name } };
}
