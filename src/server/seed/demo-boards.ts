import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { getPermissions } from '../../features/accounts/permissions.ts';
import { archiveBoard, createBoard, updateBoard } from '../../features/boards/commands.server.ts';
import { addLocation } from '../../features/boards/contents/commands.server.ts';
import { addShares, createLink } from '../../features/boards/sharing/commands.server.ts';
import type { Trx } from '../../platform/db/transaction.ts';

const FILE = new URL('../../../demo/boards/boards.json', import.meta.url);

const demoBoard = z.strictObject({
  /** E-mail address of a demo account. */
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
type DemoBoard = z.infer<typeof demoBoard>;

const DAY_MS = 86_400_000;

/** Creates the demo boards from the published demo catalogue. Sends no mails. */
export async function addDemoBoards(trx: Trx, at: Date): Promise<void> {
  const boards = z.array(demoBoard).parse(JSON.parse(await readFile(FILE, 'utf8')));
  const ids = await findIdsByTitle(
    trx,
    boards.flatMap(({ locations }) => locations.map(({ title }) => title)),
  );
  for (const board of boards) await addBoard(trx, board, ids, new Date(at.getTime() - board.daysAgo * DAY_MS));
}

async function addBoard(trx: Trx, board: DemoBoard, ids: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const { id: ownerId, role } = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', board.owner)
    .executeTakeFirstOrThrow();
  const actor = { id: ownerId, permissions: getPermissions(role), verified: true };
  const context = { actor, at };
  const id = await createBoard(trx, context, { title: board.title, private: board.private });
  for (const { title, note } of board.locations) {
    await addLocation(trx, context, { id, locationId: getId(title, ids) }, { note });
  }
  if (board.primary) await updateBoard(trx, context, id, { primaryLocationId: getId(board.primary, ids) });
  if (board.sharedWith.length > 0) await addShares(trx, id, board.sharedWith, at);
  if (board.link) await createLink(trx, actor, id);
  if (board.archived) await archiveBoard(trx, context, id);
}

function getId(title: string, ids: ReadonlyMap<string, string>): string {
  const id = ids.get(title);
  if (!id) throw new Error(`demo/boards: no published location has the title ${title}`);
  return id;
}

async function findIdsByTitle(trx: Trx, titles: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('published_locations')
    .select(['id', 'title'])
    .where('title', 'in', titles)
    .execute();
  return new Map(rows.map(({ id, title }) => [title, id]));
}
