import { type QueryClient, keepPreviousData, mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { KEYS, refetchBoards } from '../client.ts';
import {
  boardAnswers,
  boardForGuest,
  createGuestLink,
  deleteGuestLink,
  enterPassword,
  guestLinks,
  nameGuest,
  removeGuest,
  saveAnswer,
  tallies,
  updateGuestLink,
} from './contract.ts';

export const guestLinksQuery = (api: Api, id: string) =>
  routeQuery(api, [...KEYS.all, 'guest-links', id], guestLinks, { id });

/** How many guests say what about each location of a board that has answers, by its id. */
export const talliesQuery = (api: Api, id: string) =>
  ({
    ...routeQuery(api, [...KEYS.all, 'answers', id, 'tallies'], tallies, { id }),
    refetchOnWindowFocus: 'always',
  }) as const;

/** A page of the locations of a board with the answers of guests. */
export const answersQuery = (api: Api, id: string, input: { readonly page: number; readonly linkId?: string }) =>
  ({
    ...routeQuery(api, [...KEYS.all, 'answers', id, input], boardAnswers, { ...input, id }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  }) as const;

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

export const nameGuestMutation = (api: Api) => routeMutation(api, nameGuest, refetchGuestBoard);

/** Saves an answer. One is saved after the other, as in the order in which they are given. */
export const saveAnswerMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof saveAnswer.input>) => api(saveAnswer, input),
    scope: { id: 'guest-answers' },
    onSuccess: ({ own, progress }, { secret, locationId }, _, { client }) =>
      client.setQueriesData<z.output<typeof boardForGuest.output>>({ queryKey: getKey(secret) }, (opened) => {
        if (!opened?.board) return opened;
        const { locations } = opened.board;
        const data = locations.data.map((item) => (item.id === locationId ? { ...item, own } : item));
        return { board: { ...opened.board, progress, locations: { ...locations, data } } };
      }),
  });
