import type { Db } from '../../../platform/db/transaction.ts';

/** Returns the look-book that guests of a link can download, by the id in the key of its file. */
export function findSentLookBook(
  db: Db,
  linkId: string,
): Promise<{ readonly id: string; readonly title: string; readonly bytes: number } | undefined> {
  return db
    .selectFrom('sent_look_books')
    .select(['look_book_id as id', 'title', 'bytes'])
    .where('link_id', '=', linkId)
    .executeTakeFirst();
}
