import type { Db } from '../../../platform/db/transaction.ts';
import type { ReasonTemplate } from './schema.ts';

/** All templates of reasons, by title. */
export function listTemplates(db: Db): Promise<ReasonTemplate[]> {
  return db
    .selectFrom('reason_templates')
    .select(['id', 'version', 'title', 'text'])
    .orderBy('title')
    .orderBy('id')
    .execute();
}
