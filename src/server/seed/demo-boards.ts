import { z } from 'zod';
import { archiveBoard, createBoard, updateBoard } from '../../features/boards/commands.server.ts';
import { addLocation } from '../../features/boards/contents/commands.server.ts';
import { addShares, createLink } from '../../features/boards/sharing/commands.server.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { findIdsByTitle, getDemoContext, readDemoJson } from './demo-files.ts';

const demoBoard = z.strictObject({
  /** Email address of a demo account. */
  owner: z.string(),
  title: z.string(),
  private: z.boolean().default(false),
  archived: z.boolean().default(false),
  link: z.boolean().default(false),
  sharedWith: z.array(z.string()).default([]),
  daysAgo: z.number().int(),
  /** Title of the primary location. */
  primary: z.string().optional(),
  /** In the order of the board. */
  locations: z.array(z.strictObject({ title: z.string(), note: z.string().optional() })),
});

/** Creates the demo boards from the published demo catalogue. Sends no emails. */
export async function addDemoBoards(trx: Trx, at: Date): Promise<void> {
  const boards = await readDemoJson('boards/boards.json', z.array(demoBoard));
  const ids = await findIdsByTitle(
    trx,
    boards.flatMap(({ locations }) => locations.map(({ title }) => title)),
  );
  for (const board of boards) await addBoard(trx, board, ids, at);
}

async function addBoard(
  trx: Trx,
  board: z.infer<typeof demoBoard>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const context = await getDemoContext(trx, board, now);
  const id = await createBoard(context, { title: board.title, private: board.private });
  for (const { title, note } of board.locations) {
    await addLocation(context, { id, locationId: getId(title, ids), note });
  }
  if (board.primary) await updateBoard(context, { id, primaryLocationId: getId(board.primary, ids) });
  if (board.sharedWith.length > 0) await addShares(trx, id, board.sharedWith, context.at);
  if (board.link) await createLink(context, { id });
  if (board.archived) await archiveBoard(context, { id });
}

function getId(title: string, ids: ReadonlyMap<string, string>): string {
  const id = ids.get(title);
  if (!id) throw new Error(`demo/boards: no location has the title ${title}`);
  return id;
}
