import type { Db } from '../../../platform/db/transaction.ts';
import { type Handler, action, command, query } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { assertOwner } from './access.queries.server.ts';
import { saveAnswer } from './answers.commands.server.ts';
import { listAnswers, listTallies } from './answers.queries.server.ts';
import { enterPassword, nameGuest, openGuestBoard } from './commands.server.ts';
import * as routes from './contract.ts';
import { createGuestLink, deleteGuestLink, removeGuest, updateGuestLink } from './links.commands.server.ts';
import { listGuestLinks } from './queries.server.ts';

const listLinks = async (db: Db, caller: Actor, { id }: { readonly id: string }) => {
  await assertOwner(db, caller, id);
  return listGuestLinks(db, id);
};

export const guestHandlers: readonly Handler[] = [
  query(routes.guestLinks, listLinks),
  command(routes.createGuestLink, createGuestLink, listLinks),
  command(routes.updateGuestLink, updateGuestLink, listLinks),
  command(routes.deleteGuestLink, deleteGuestLink),
  command(routes.removeGuest, removeGuest),
  query(routes.tallies, listTallies),
  query(routes.boardAnswers, listAnswers),
  action(routes.boardForGuest, openGuestBoard),
  action(routes.enterPassword, enterPassword),
  command(routes.nameGuest, nameGuest),
  command(routes.saveAnswer, saveAnswer),
];
