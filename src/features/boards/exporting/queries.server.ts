import { sql } from 'kysely';
import { type Cell, fetchInBatches } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { type BoardList, getBoardView } from '../queries.server.ts';
import { getTitle } from '../schema.ts';

/** Column headings of the CSV export of boards. */
export const BOARD_HEADINGS = ['Id', 'Title', 'Locations', 'Updated', 'Archived'];

type BoardRow = { id: string; title: string; count: number; updated_at: Date; archived_at: Date | null };

/** Yields the rows of the CSV export of a list of boards in batches. */
export async function* readBoardsForExport(
  db: Db,
  { where, orderBy }: BoardList,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  const { rows } = await sql<{ id: string }>`select b.id from boards b where ${where} order by ${orderBy}`.execute(db);
  yield* fetchInBatches(
    rows.map(({ id }) => id),
    async (ids) => {
      const found = await sql<BoardRow>`
        select b.id, b.title, b.updated_at, b.archived_at,
          (select count(*) from board_locations bl where bl.board_id = b.id) as count
        from unnest(${ids}::uuid[]) with ordinality found (id, place) join boards b using (id)
        order by found.place`.execute(db);
      return found.rows.map(({ id, title, count, updated_at, archived_at }) => [
        id,
        title,
        count,
        updated_at.toISOString(),
        archived_at?.toISOString(),
      ]);
    },
  );
}

/** Column headings of the CSV export of a board. */
export const BOARD_LOCATION_HEADINGS = ['Id', 'Title', 'Nearest town', 'Note'];
const BATCH_SIZE = 1_000;

/** Yields the rows of the CSV export of a board, as the caller sees it, in batches. */
export async function* readBoardForExport(
  db: Db,
  caller: Actor,
  { id }: { readonly id: string },
  services: Pick<Services, 'cards'>,
): AsyncGenerator<Cell[][], void, void> {
  for (let page = 1; ; page++) {
    // oxlint-disable-next-line no-await-in-loop -- back-pressure: a batch is read when the previous one is consumed
    const { locations } = await getBoardView(db, caller, { id, area: 'website', page, size: BATCH_SIZE }, services);
    yield locations.data.map((item) => [item.id, getTitle(item), item.location?.nearesttown, item.note]);
    if (page * BATCH_SIZE >= locations.total) return;
  }
}
