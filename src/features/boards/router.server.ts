import { toCsv } from '../../platform/csv.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  FileResponse,
  requireActor,
  createHandler,
} from '../../platform/http/route-handlers.ts';
import { can } from '../accounts/permissions.ts';
import { getAccountById } from '../accounts/queries.server.ts';
import { findPublishedByUrl } from '../locations/catalogue/published/queries.server.ts';
import { getBoardAccess, throwBoardNotFound } from './access/queries.server.ts';
import { archiveBoard, createBoard, deleteBoard, duplicateBoard, updateBoard } from './commands.server.ts';
import { addLocation, removeLocation, updateLocation } from './contents/commands.server.ts';
import { type FindPublished, listCandidates } from './contents/queries.server.ts';
import * as routes from './contract.ts';
import { exportBoard, exportBoardsOfUser } from './exporting/contract.ts';
import {
  BOARD_HEADINGS,
  BOARD_LOCATION_HEADINGS,
  readBoardForExport,
  readBoardsForExport,
} from './exporting/queries.server.ts';
import { savedLocations } from './saved-locations/contract.ts';
import { SavedLocations } from './saved-locations/queries.server.ts';
import type { BoardSource } from './board-locations.queries.server.ts';
import {
  PRIVATE_BOARDS,
  combineLists,
  type BoardList,
  archivedBy,
  getBoardCard,
  listBoardCards,
  getBoardLocation,
  getBoardView,
  ownedBy,
  getPublicBoard,
  sharedWith,
} from './queries.server.ts';
import type { BoardCard } from './schema.ts';
import { type SharingDeps, createLink, deleteLink, removeShare, shareBoard } from './sharing/commands.server.ts';
import { listBoardShares } from './sharing/queries.server.ts';

type Deps = BoardSource & SharingDeps & { readonly find: FindPublished };

/** Routes of boards. Each change is one transaction and returns the updated board. */
export function boardsHandlers(deps: Deps): RouteHandler[] {
  return [...listHandlers(deps), ...boardHandlers(deps), ...contentsHandlers(deps), ...sharingHandlers(deps)];
}

function listHandlers(deps: Deps): RouteHandler[] {
  const saved = new SavedLocations(deps.db);
  return [
    createHandler(routes.ownBoards, ({ locationId, ...page }, call) => {
      const actor = requireActor(call);
      return listBoardCards(deps, actor, ownedBy(actor.id), page, locationId);
    }),
    createHandler(routes.archivedBoards, (page, call) => {
      const actor = requireActor(call);
      return listBoardCards(deps, actor, archivedBy(actor.id, can(actor, 'board.private')), page);
    }),
    createHandler(routes.privateBoards, ({ locationId, ...page }, call) =>
      listBoardCards(deps, requireActor(call), PRIVATE_BOARDS, page, locationId),
    ),
    createHandler(routes.sharedBoards, (page, call) =>
      listBoardCards(deps, requireActor(call), sharedWith(requireActor(call)), page),
    ),
    createHandler(savedLocations, (_, call) => {
      const actor = requireActor(call);
      const own = ownedBy(actor.id);
      return saved.list(actor.id, can(actor, 'board.private') ? combineLists(own, PRIVATE_BOARDS) : own);
    }),
    createHandler(routes.boardsOfUser, async ({ id, archived, ...page }, call) => {
      await getAccountById(deps.db, id);
      return listBoardCards(deps, requireActor(call), getBoardList(id, archived), page);
    }),
    createHandler(routes.boardOfUser, async ({ id, boardId, ...page }, call) => {
      const board = await getBoardView(deps, requireActor(call), { id: boardId, area: 'admin' }, page);
      return board.user_id === id ? board : throwBoardNotFound();
    }),
    createHandler(exportBoardsOfUser, async ({ id, archived }) => {
      await getAccountById(deps.db, id);
      return new FileResponse(
        'boards.csv',
        toCsv(BOARD_HEADINGS, readBoardsForExport(deps, getBoardList(id, archived))),
      );
    }),
  ];
}

function getBoardList(userId: string, archived: 'true' | 'false'): BoardList {
  return { ...(archived === 'true' ? archivedBy(userId, false) : ownedBy(userId)), area: 'admin' };
}

function boardHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(routes.createBoard, async (board, call) => {
      const id = await db
        .transaction()
        .execute((trx) => createBoard(trx, toCommandContext(call), { ...board, private: false }));
      return getBoardCard(deps, requireActor(call), id);
    }),
    createHandler(routes.createPrivateBoard, async ({ title }, call) => {
      const id = await db
        .transaction()
        .execute((trx) => createBoard(trx, toCommandContext(call), { title, private: true }));
      return getBoardCard(deps, requireActor(call), id);
    }),
    createHandler(routes.boardById, ({ id, ...page }, call) =>
      getBoardView(deps, requireActor(call), { id, area: 'website' }, page),
    ),
    createHandler(exportBoard, async ({ id }, call) => {
      await getBoardAccess(db, requireActor(call), id);
      return new FileResponse(
        'board.csv',
        toCsv(BOARD_LOCATION_HEADINGS, readBoardForExport(deps, requireActor(call), id)),
      );
    }),
    createHandler(routes.updateBoard, async ({ id, ...changes }, call) => {
      await db.transaction().execute((trx) => updateBoard(trx, toCommandContext(call), id, changes));
      return getBoardCard(deps, requireActor(call), id);
    }),
    createHandler(routes.deleteBoard, ({ id }, call) =>
      db.transaction().execute((trx) => deleteBoard(trx, toCommandContext(call), id)),
    ),
    createHandler(routes.archiveBoard, async ({ id }, call) => {
      await db.transaction().execute((trx) => archiveBoard(trx, toCommandContext(call), id));
      return getBoardCard(deps, requireActor(call), id);
    }),
    createHandler(routes.duplicateBoard, async ({ id, title }, call) => {
      const copy = await db.transaction().execute((trx) => duplicateBoard(trx, toCommandContext(call), id, title));
      return getBoardCard(deps, requireActor(call), copy);
    }),
  ];
}

function contentsHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(routes.candidatesForBoard, ({ id, ...search }, call) =>
      listCandidates(deps, requireActor(call), id, search),
    ),
    createHandler(routes.addLocation, async ({ id, locationId, ...setting }, call) => {
      await db.transaction().execute((trx) => addLocation(trx, toCommandContext(call), { id, locationId }, setting));
      return getBoardLocation(deps, requireActor(call), { id, locationId, area: 'admin' });
    }),
    createHandler(routes.updateLocation, async ({ id, locationId, ...setting }, call) => {
      await db.transaction().execute((trx) => updateLocation(trx, toCommandContext(call), { id, locationId }, setting));
      return getBoardLocation(deps, requireActor(call), { id, locationId, area: 'admin' });
    }),
    createHandler(routes.removeLocation, async ({ id, locationId }, call): Promise<BoardCard> => {
      await db.transaction().execute((trx) => removeLocation(trx, toCommandContext(call), { id, locationId }));
      return getBoardCard(deps, requireActor(call), id);
    }),
    createHandler(routes.locationOnBoard, async ({ id, locationId }, call) => {
      const { board, item } = await getBoardLocation(deps, requireActor(call), { id, locationId, area: 'website' });
      const location = item.location && (await findPublishedByUrl(db, item.location.locationurl));
      return { board, item, location: location ?? null };
    }),
  ];
}

function sharingHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(routes.boardShares, ({ id }, call) => listBoardShares(db, requireActor(call), id)),
    createHandler(routes.shareBoard, ({ id, emails }, call) =>
      db.transaction().execute((trx) => shareBoard(trx, deps, toCommandContext(call), { id, emails })),
    ),
    createHandler(routes.removeShare, ({ id, shareId }, call) =>
      db.transaction().execute((trx) => removeShare(trx, toCommandContext(call), { id, shareId })),
    ),
    createHandler(routes.createLink, async ({ id }, call) => ({
      link: await db.transaction().execute((trx) => createLink(trx, toCommandContext(call), id)),
    })),
    createHandler(routes.deleteLink, ({ id }, call) =>
      db.transaction().execute((trx) => deleteLink(trx, toCommandContext(call), id)),
    ),
    createHandler(routes.boardByLink, ({ link, ...page }) => getPublicBoard(deps, link, page)),
  ];
}

function toCommandContext(call: CallContext): CommandContext {
  return { actor: requireActor(call), at: new Date() };
}
