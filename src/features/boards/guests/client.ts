import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { KEYS, refetchBoards } from '../client.ts';
import {
  boardForGuest,
  createGuestLink,
  deleteGuestLink,
  enterPassword,
  guestLinks,
  removeGuest,
  updateGuestLink,
} from './contract.ts';

export const guestLinksQuery = (api: Api, id: string) =>
  routeQuery(api, [...KEYS.all, 'guest-links', id], guestLinks, { id });

export const createGuestLinkMutation = (api: Api) => routeMutation(api, createGuestLink, refetchBoards);

export const updateGuestLinkMutation = (api: Api) => routeMutation(api, updateGuestLink, refetchBoards);

export const deleteGuestLinkMutation = (api: Api) => routeMutation(api, deleteGuestLink, refetchBoards);

export const removeGuestMutation = (api: Api) => routeMutation(api, removeGuest, refetchBoards);

const getKey = (secret: string) => ['guest-board', secret];

/** The board of a guest link in this browser, and a page of its locations; null before the password is entered. */
export const guestBoardQuery = (api: Api, secret: string, page: { page: number; size?: number }) =>
  routeQuery(api, [...getKey(secret), page], boardForGuest, { ...page, secret });

const refetchGuestBoard = (client: QueryClient, _output: unknown, { secret }: { readonly secret: string }) =>
  client.invalidateQueries({ queryKey: getKey(secret) });

export const enterPasswordMutation = (api: Api) => routeMutation(api, enterPassword, refetchGuestBoard);
