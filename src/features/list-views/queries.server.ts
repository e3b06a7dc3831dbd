import type { Db } from '../../platform/db/transaction.ts';
import type { ListViews, ViewContent } from './schema.ts';

/** Returns the views of a list that a user can open, by name, and their default view. */
export async function getViews(db: Db, list: string, userId: string): Promise<ListViews> {
  const views = await db
    .selectFrom('list_views')
    .select(['id', 'version', 'name', 'owner_id', 'content'])
    .where('list', '=', list)
    .where((where) => where.or([where('owner_id', 'is', null), where('owner_id', '=', userId)]))
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .execute();
  const chosen = await db
    .selectFrom('default_list_views')
    .select('view_id')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst();
  return {
    views: views.map(({ owner_id, content, ...view }) => ({
      ...view,
      isTeam: owner_id === null,
      content: content as unknown as ViewContent,
    })),
    defaultId: chosen?.view_id ?? null,
  };
}
