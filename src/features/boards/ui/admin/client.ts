import { mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { routeQuery } from '../../../../platform/http/route-query.ts';
import { boardOfUser, boardsOfUser, createBoard } from '../../contract.ts';
import { KEYS, refetchBoards } from '../../client.ts';

interface ListParams {
  readonly archived: boolean;
  readonly page: number;
}

/** A page of the active or archived boards of a Location Professional. */
export const boardsOfUserQuery = (api: Api, userId: string, { archived, page }: ListParams) =>
  routeQuery(api, [...KEYS.lists, 'of-user', userId, { archived, page }], boardsOfUser, {
    id: userId,
    archived: archived ? 'true' : 'false',
    page,
  });

/** A page of a board with the rights of the admin area. It shares its key prefix with boardQuery(), so that moves are shown at once. */
export const boardOfUserQuery = (
  api: Api,
  { userId, boardId, page }: { readonly userId: string; readonly boardId: string; readonly page: number },
) => routeQuery(api, [...KEYS.views(boardId), 'of-user', userId, { page }], boardOfUser, { id: userId, boardId, page });

/** Creates a board for a Location Professional. */
export const createBoardForMutation = (api: Api, userId: string) =>
  mutationOptions({
    mutationFn: ({ title }: Pick<z.input<typeof createBoard.input>, 'title'>) => api(createBoard, { title, userId }),
    onSuccess: (_board, _input, _, { client }) => refetchBoards(client),
  });
