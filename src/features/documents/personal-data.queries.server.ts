import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';
import { getDocumentKey } from './files.server.ts';

/** Documents are attached by the Locations Team, and are files of the agency: only who has attached one gets it. */
export const DOCUMENT_DATA: PersonalDataSection = {
  name: 'documents',
  description: 'Documents that you have attached to locations, with the files',
  covers: ['documents.uploaded_by'],
  read: (db, { id }) =>
    readRows(
      db,
      sql`
        select 'documents/' || id || '.docx' as file, name, bytes, location_id, created_at from documents
        where uploaded_by = ${id} order by created_at, id`,
    ),
  listFiles: async (db, person) => {
    const found = await db.selectFrom('documents').select('id').where('uploaded_by', '=', person.id).execute();
    return found.map(({ id }) => ({ name: `documents/${id}.docx`, key: getDocumentKey(id) }));
  },
};
