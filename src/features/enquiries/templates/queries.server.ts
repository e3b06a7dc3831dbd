import type { Db } from '../../../platform/db/transaction.ts';
import type { Template } from './schema.ts';

/** Lists the templates by name. */
export function listTemplates(db: Db): Promise<Template[]> {
  return db
    .selectFrom('enquiry_templates')
    .select(['id', 'version', 'name', 'text'])
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .execute();
}
