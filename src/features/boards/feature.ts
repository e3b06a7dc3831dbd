import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { type Handler, command, csvExport, query } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { EXAMPLE_ID } from '../../platform/http/openapi-schemas.ts';
import { can } from '../accounts/permissions.ts';
import { getAccountById } from '../accounts/queries.server.ts';
import { findPublishedByUrl } from '../locations/catalogue/published/queries.server.ts';
import { throwBoardNotFound } from './access.queries.server.ts';
import { getOutline, listSections } from './board-locations.queries.server.ts';
import { archiveBoard, createBoard, deleteBoard, duplicateBoard, updateBoard } from './commands.server.ts';
import {
  addLocation,
  deleteFromBoards,
  mergeOnBoards,
  moveLocations,
  removeLocation,
  updateLocation,
} from './contents/commands.server.ts';
import { listCandidates } from './contents/queries.server.ts';
import * as routes from './contract.ts';
import { deleteBoardsOf, deleteHiddenRows } from './deletion.commands.server.ts';
import type { BoardEvents } from './events/board-events.server.ts';
import { boardEvents as boardEventsRoute } from './events/contract.ts';
import { exportBoardsOfUser } from './exporting/contract.ts';
import { exportHandlers } from './exporting/handlers.server.ts';
import { BOARD_HEADINGS, readBoardsForExport } from './exporting/queries.server.ts';
import { fileHandlers } from './files/handlers.server.ts';
import { deleteOrphanedFiles } from './files/jobs.server.ts';
import { boardFile } from './recce-files/schema.ts';
import { deleteAnswersOfRemoved } from './guests/answers.commands.server.ts';
import { guestHandlers } from './guests/handlers.server.ts';
import { answeredLocation, guestBoard, guestLink } from './guests/schema.ts';
import { lookBookHandlers } from './look-book/handlers.server.ts';
import { deleteOldLookBooks } from './look-book/jobs.server.ts';
import { lookBookQueue } from './look-book/look-book-queue.server.ts';
import { lookBook } from './look-book/schema.ts';
import { BOARD_DATA } from './personal-data.queries.server.ts';
import { photographHandlers } from './photographs/handlers.server.ts';
import { deletePhotographsAndFilesOfRemoved } from './photographs/recce-photographs.commands.server.ts';
import { reccePhotograph } from './recce-photographs/schema.ts';
import {
  type BoardList,
  PRIVATE_BOARDS,
  archivedBy,
  combineLists,
  getBoardCard,
  getBoardLocation,
  getBoardView,
  listBoardCards,
  ownedBy,
  sharedWith,
} from './queries.server.ts';
import { confirmReader, deleteExpiredReaders, sendInvitation } from './readers/commands.server.ts';
import * as readerRoutes from './readers/contract.ts';
import { NEW_LINK_SENT } from './readers/messages.ts';
import { findBoardForReader, findInvitation } from './readers/queries.server.ts';
import { boardInvitation, sharedBoard } from './readers/schema.ts';
import { savedLocations } from './saved-locations/contract.ts';
import { listSavedLocations } from './saved-locations/queries.server.ts';
import {
  boardCard,
  boardLocation,
  boardSection,
  boardView,
  candidate,
  outline,
  publicBoard,
  selectImages,
  share,
} from './schema.ts';
import { addSection, deleteSection, updateSection } from './sections/commands.server.ts';
import * as sectionRoutes from './sections/contract.ts';
import { createLink, deleteLink, removeShare, shareBoard, updateShare } from './sharing/commands.server.ts';
import { deleteOldShareMails } from './sharing/jobs.server.ts';
import { countDeletedBoards, getPublicBoard, listBoardShares } from './sharing/queries.server.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    readonly boardEvents: Pick<BoardEvents, 'open'>;
  }
}

const listHandlers: readonly Handler[] = [
  query(routes.ownBoards, (db, caller, page, services) =>
    listBoardCards(db, caller, ownedBy(caller.id), page, services),
  ),
  query(routes.archivedBoards, (db, caller, page, services) =>
    listBoardCards(db, caller, archivedBy(caller.id, can(caller, 'board.private')), page, services),
  ),
  query(routes.privateBoards, (db, caller, page, services) =>
    listBoardCards(db, caller, PRIVATE_BOARDS, page, services),
  ),
  query(routes.sharedBoards, (db, caller, { editable, ...page }, services) =>
    listBoardCards(db, caller, sharedWith(caller, editable === 'true'), page, services),
  ),
  query(savedLocations, (db, caller) => {
    const lists = [
      ownedBy(caller.id),
      sharedWith(caller, true),
      ...(can(caller, 'board.private') ? [PRIVATE_BOARDS] : []),
    ];
    return listSavedLocations(db, caller.id, lists.reduce(combineLists));
  }),
  query(routes.boardsOfUser, async (db, caller, { id, archived, ...page }, services) => {
    await getAccountById(db, id);
    return listBoardCards(db, caller, getBoardList(id, archived), page, services);
  }),
  query(routes.boardOfUser, async (db, caller, { id, boardId, ...page }, services) => {
    const board = await getBoardView(db, caller, { id: boardId, area: 'admin', ...page }, services);
    return board.user_id === id ? board : throwBoardNotFound();
  }),
  csvExport(exportBoardsOfUser, 'boards.csv', BOARD_HEADINGS, async (db, _caller, { id, archived }) => {
    await getAccountById(db, id);
    return readBoardsForExport(db, getBoardList(id, archived));
  }),
];

function getBoardList(userId: string, archived: 'true' | 'false'): BoardList {
  return { ...(archived === 'true' ? archivedBy(userId, false) : ownedBy(userId)), area: 'admin' };
}

const boardHandlers: readonly Handler[] = [
  command(
    routes.createBoard,
    (context, board) => createBoard(context, { ...board, private: false }),
    (db, caller, _board, { result: id, ...services }) => getBoardCard(db, caller, { id }, services),
  ),
  command(
    routes.createPrivateBoard,
    (context, { title }) => createBoard(context, { title, private: true }),
    (db, caller, _board, { result: id, ...services }) => getBoardCard(db, caller, { id }, services),
  ),
  query(routes.boardById, (db, caller, board, services) =>
    getBoardView(db, caller, { ...board, area: 'website' }, services),
  ),
  query(boardEventsRoute, (_db, caller, { id }, { boardEvents }) => boardEvents.open(caller, id)),
  command(routes.updateBoard, updateBoard, getBoardCard),
  command(routes.deleteBoard, deleteBoard),
  command(routes.archiveBoard, archiveBoard, getBoardCard),
  command(routes.duplicateBoard, duplicateBoard, (db, caller, _board, { result: id, ...services }) =>
    getBoardCard(db, caller, { id }, services),
  ),
];

const contentsHandlers: readonly Handler[] = [
  query(routes.candidatesForBoard, listCandidates),
  command(routes.addLocation, addLocation, (db, caller, { id, locationId }, services) =>
    getBoardLocation(db, caller, { id, locationId, area: 'admin' }, services),
  ),
  command(routes.updateLocation, updateLocation, (db, caller, { id, locationId }, services) =>
    getBoardLocation(db, caller, { id, locationId, area: 'admin' }, services),
  ),
  command(routes.moveLocations, moveLocations, getBoardCard),
  command(routes.removeLocation, removeLocation, getBoardCard),
  query(routes.locationOnBoard, async (db, caller, { id, locationId }, services) => {
    const { board, item } = await getBoardLocation(db, caller, { id, locationId, area: 'website' }, services);
    const location = item.location && (await findPublishedByUrl(db, item.location.locationurl));
    if (!location) return { board, item, location: null };
    const images = selectImages(location.images, item);
    const first = { primaryimage: images[0] ?? null, primaryimageurl: images[0]?.url ?? null };
    return { board, item, location: { ...location, ...first, images: [...images] } };
  }),
];

const listBoardSections = (db: Db, _caller: Actor, { id }: { readonly id: string }) => listSections(db, id);

const sectionHandlers: readonly Handler[] = [
  query(sectionRoutes.boardOutline, getOutline),
  command(sectionRoutes.addSection, addSection, listBoardSections),
  command(sectionRoutes.updateSection, updateSection, listBoardSections),
  command(sectionRoutes.deleteSection, deleteSection, listBoardSections),
];

const sharingHandlers: readonly Handler[] = [
  query(routes.boardShares, (db, caller, { id }) => listBoardShares(db, caller, id)),
  command(routes.shareBoard, shareBoard),
  command(routes.updateShare, updateShare),
  command(routes.removeShare, removeShare),
  command(routes.createLink, async (context, board) => ({ link: await createLink(context, board) })),
  command(routes.deleteLink, deleteLink),
  query(routes.boardByLink, getPublicBoard),
];

const readerHandlers: readonly Handler[] = [
  query(readerRoutes.boardForReader, async (...parameters) => ({ board: await findBoardForReader(...parameters) })),
  query(readerRoutes.invitationToBoard, async (...parameters) => ({ invitation: await findInvitation(...parameters) })),
  command(readerRoutes.confirmReader, confirmReader),
  command(readerRoutes.sendInvitation, sendInvitation, NEW_LINK_SENT),
];

/** Boards: lists of locations that people keep and share. */
export const boardFeature: Feature = {
  tag: 'boards',
  handlers: [
    ...listHandlers,
    ...boardHandlers,
    ...contentsHandlers,
    ...sectionHandlers,
    ...sharingHandlers,
    ...readerHandlers,
    ...exportHandlers,
    ...guestHandlers,
    ...lookBookHandlers,
    ...photographHandlers,
    ...fileHandlers,
  ],
  subscriptions: { 'locations.deleting': deleteFromBoards, 'locations.merging': mergeOnBoards },
  personalData: BOARD_DATA,
  accountData: {
    count: countDeletedBoards,
    delete: deleteBoardsOf,
    deleteSome: (trx, { userId }) => deleteHiddenRows(trx, userId),
  },
  queues: [lookBookQueue],
  cleanup: {
    'look-books': ({ db, storage, at }) => deleteOldLookBooks(db, storage, at),
    'share mail log': ({ db, at }) => deleteOldShareMails(db, at),
    'board readers': ({ db, at }) => deleteExpiredReaders(db, at),
    'answers about removed locations': ({ db, at }) => deleteAnswersOfRemoved(db, at),
    'files of boards': ({ db, storage }) => deleteOrphanedFiles(db, storage),
    'photographs and files of removed locations': ({ db, at }) => deletePhotographsAndFilesOfRemoved(db, at),
  },
  schemas: {
    Board: boardCard,
    BoardFile: boardFile,
    BoardCandidate: candidate,
    BoardInvitation: boardInvitation,
    BoardLocation: boardLocation,
    BoardOutline: outline,
    BoardSection: boardSection,
    BoardRights: boardCard.shape.rights,
    BoardWithLocations: boardView,
    AnsweredLocation: answeredLocation,
    GuestBoard: guestBoard,
    GuestLink: guestLink,
    LookBook: lookBook,
    PublicBoard: publicBoard,
    ReccePhotograph: reccePhotograph,
    Share: share,
    SharedBoard: sharedBoard,
  },
  examples: {
    'POST /boards': { input: { title: 'Night exteriors' } },
    'PUT /boards/{id}': { input: { id: EXAMPLE_ID, title: 'Night exteriors, second unit' } },
    'POST /boards/{id}/duplicate': { input: { id: EXAMPLE_ID, title: 'Night exteriors (copy)' } },
    'POST /boards/{id}/locations': {
      input: { id: EXAMPLE_ID, locationId: EXAMPLE_ID, note: 'At dawn, from the bridge', tags: ['Wheel', 'Mill lade'] },
    },
    'PUT /boards/{id}/locations': { input: { id: EXAMPLE_ID, locationIds: [EXAMPLE_ID], sectionId: EXAMPLE_ID } },
    'POST /boards/{id}/sections': {
      input: { id: EXAMPLE_ID, title: 'Scene 12: the mill', notes: 'A wheel, and water' },
    },
    'PUT /boards/{id}/sections/{sectionId}': {
      input: { id: EXAMPLE_ID, sectionId: EXAMPLE_ID, lockedLocationId: EXAMPLE_ID },
    },
    'POST /boards/{id}/shares': { input: { id: EXAMPLE_ID, emails: ['isla@northlight.example'] } },
    'POST /boards/{id}/guest-links': {
      input: { id: EXAMPLE_ID, name: 'Director', password: 'weir mill at dawn', answersUntil: '2026-12-04T17:00:00Z' },
    },
    'POST /boards/{id}/look-books': {
      input: { id: EXAMPLE_ID, title: 'Night exteriors', format: 'PDF' },
    },
    'POST /boards/{id}/link': {
      input: { id: EXAMPLE_ID },
      output: { link: 'k3vY0m0dHhV9Qf3Jq2pR7w' },
    },
  },
};
