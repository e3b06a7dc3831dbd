import { toCsv } from '../../platform/csv.ts';
import { type Act, type Binding, type Call, FileAnswer, actorOf, bind } from '../../platform/http/server.ts';
import { can } from '../accounts/permissions.ts';
import { accountById } from '../accounts/queries.server.ts';
import { publishedByUrl } from '../locations/queries.server.ts';
import { boardFacts, noBoard } from './access/queries.server.ts';
import { archiveBoard, createBoard, deleteBoard, duplicateBoard, updateBoard } from './commands.server.ts';
import { addLocation, removeLocation, updateLocation } from './contents/commands.server.ts';
import { type FindPublished, candidates } from './contents/queries.server.ts';
import * as calls from './contract.ts';
import { exportBoard, exportBoardsOfUser } from './exporting/contract.ts';
import { BOARD_HEADINGS, ON_BOARD_HEADINGS, boardForExport, boardsForExport } from './exporting/queries.server.ts';
import { keptLocations } from './kept/contract.ts';
import {
  PRIVATE_BOARDS,
  anyOf,
  type BoardList,
  type Source,
  archivedBy,
  boardCard,
  boardCards,
  boardLocation,
  boardView,
  keptBy,
  locationsOn,
  publicBoard,
  sharedWith,
} from './queries.server.ts';
import type { BoardCard } from './schema.ts';
import { type SharingDeps, createLink, deleteLink, removeShare, shareBoard } from './sharing/commands.server.ts';
import { boardShares } from './sharing/queries.server.ts';

type Deps = Source & SharingDeps & { readonly find: FindPublished };

/** Answers every call about boards: each change is one transaction, and is answered with the board as it is then. */
export function boardsBindings(deps: Deps): Binding[] {
  return [...listBindings(deps), ...boardBindings(deps), ...contentsBindings(deps), ...sharingBindings(deps)];
}

function listBindings(deps: Deps): Binding[] {
  return [
    bind(calls.ownBoards, ({ locationId, ...page }, call) => {
      const actor = actorOf(call);
      return boardCards(deps, actor, keptBy(actor.id), page, locationId);
    }),
    bind(calls.archivedBoards, (page, call) => {
      const actor = actorOf(call);
      return boardCards(deps, actor, archivedBy(actor.id, can(actor, 'board.private')), page);
    }),
    bind(calls.privateBoards, ({ locationId, ...page }, call) =>
      boardCards(deps, actorOf(call), PRIVATE_BOARDS, page, locationId),
    ),
    bind(calls.sharedBoards, (page, call) => boardCards(deps, actorOf(call), sharedWith(actorOf(call)), page)),
    bind(keptLocations, (_, call) => {
      const actor = actorOf(call);
      const own = keptBy(actor.id);
      return locationsOn(deps.db, can(actor, 'board.private') ? anyOf(own, PRIVATE_BOARDS) : own);
    }),
    bind(calls.boardsOfUser, async ({ id, archived, ...page }, call) => {
      await accountById(deps.db, id);
      return boardCards(deps, actorOf(call), boardsOf(id, archived), page);
    }),
    bind(calls.boardOfUser, async ({ id, boardId, ...page }, call) => {
      const board = await boardView(deps, actorOf(call), { id: boardId, area: 'admin' }, page);
      return board.user_id === id ? board : noBoard();
    }),
    bind(exportBoardsOfUser, async ({ id, archived }) => {
      await accountById(deps.db, id);
      return new FileAnswer('boards.csv', toCsv(BOARD_HEADINGS, boardsForExport(deps, boardsOf(id, archived))));
    }),
  ];
}

function boardsOf(userId: string, archived: 'true' | 'false'): BoardList {
  return { ...(archived === 'true' ? archivedBy(userId, false) : keptBy(userId)), area: 'admin' };
}

function boardBindings(deps: Deps): Binding[] {
  const { db } = deps;
  return [
    bind(calls.createBoard, async (board, call) => {
      const id = await db.transaction().execute((trx) => createBoard(trx, actBy(call), { ...board, private: false }));
      return boardCard(deps, actorOf(call), id);
    }),
    bind(calls.createPrivateBoard, async ({ title }, call) => {
      const id = await db.transaction().execute((trx) => createBoard(trx, actBy(call), { title, private: true }));
      return boardCard(deps, actorOf(call), id);
    }),
    bind(calls.boardById, ({ id, ...page }, call) => boardView(deps, actorOf(call), { id, area: 'website' }, page)),
    bind(exportBoard, async ({ id }, call) => {
      await boardFacts(db, actorOf(call), id);
      return new FileAnswer('board.csv', toCsv(ON_BOARD_HEADINGS, boardForExport(deps, actorOf(call), id)));
    }),
    bind(calls.updateBoard, async ({ id, ...changes }, call) => {
      await db.transaction().execute((trx) => updateBoard(trx, actBy(call), id, changes));
      return boardCard(deps, actorOf(call), id);
    }),
    bind(calls.deleteBoard, ({ id }, call) => db.transaction().execute((trx) => deleteBoard(trx, actBy(call), id))),
    bind(calls.archiveBoard, async ({ id }, call) => {
      await db.transaction().execute((trx) => archiveBoard(trx, actBy(call), id));
      return boardCard(deps, actorOf(call), id);
    }),
    bind(calls.duplicateBoard, async ({ id, title }, call) => {
      const copy = await db.transaction().execute((trx) => duplicateBoard(trx, actBy(call), id, title));
      return boardCard(deps, actorOf(call), copy);
    }),
  ];
}

function contentsBindings(deps: Deps): Binding[] {
  const { db } = deps;
  return [
    bind(calls.candidatesForBoard, ({ id, ...search }, call) => candidates(deps, actorOf(call), id, search)),
    bind(calls.addLocation, async ({ id, locationId, ...setting }, call) => {
      await db.transaction().execute((trx) => addLocation(trx, actBy(call), { id, locationId }, setting));
      return boardLocation(deps, actorOf(call), { id, locationId, area: 'admin' });
    }),
    bind(calls.updateLocation, async ({ id, locationId, ...setting }, call) => {
      await db.transaction().execute((trx) => updateLocation(trx, actBy(call), { id, locationId }, setting));
      return boardLocation(deps, actorOf(call), { id, locationId, area: 'admin' });
    }),
    bind(calls.removeLocation, async ({ id, locationId }, call): Promise<BoardCard> => {
      await db.transaction().execute((trx) => removeLocation(trx, actBy(call), { id, locationId }));
      return boardCard(deps, actorOf(call), id);
    }),
    bind(calls.locationOnBoard, async ({ id, locationId }, call) => {
      const { board, item } = await boardLocation(deps, actorOf(call), { id, locationId, area: 'website' });
      const location = item.location && (await publishedByUrl(db, item.location.locationurl));
      return { board, item, location: location ?? null };
    }),
  ];
}

function sharingBindings(deps: Deps): Binding[] {
  const { db } = deps;
  return [
    bind(calls.boardShares, ({ id }, call) => boardShares(db, actorOf(call), id)),
    bind(calls.shareBoard, ({ id, emails }, call) =>
      db.transaction().execute((trx) => shareBoard(trx, deps, actBy(call), { id, emails })),
    ),
    bind(calls.removeShare, ({ id, shareId }, call) =>
      db.transaction().execute((trx) => removeShare(trx, actorOf(call), { id, shareId })),
    ),
    bind(calls.createLink, async ({ id }, call) => ({
      link: await db.transaction().execute((trx) => createLink(trx, actorOf(call), id)),
    })),
    bind(calls.deleteLink, ({ id }, call) => db.transaction().execute((trx) => deleteLink(trx, actorOf(call), id))),
    bind(calls.boardByLink, ({ link, ...page }) => publicBoard(deps, link, page)),
  ];
}

function actBy(call: Call): Act {
  return { actor: actorOf(call), at: new Date() };
}
