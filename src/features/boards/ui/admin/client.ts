import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { boardOfUser, boardsOfUser, createBoard } from '../../contract.ts';
import { KEYS } from '../../cache-updates.ts';

const userBoardsKey = (userId: string) => [...KEYS.lists, 'of-user', userId];

interface ListParams {
  readonly archived: boolean;
  readonly page: number;
}

/** A page of the active or archived boards of a Location Professional. */
export const boardsOfUserQuery = (api: Api, userId: string, { archived, page }: ListParams) =>
  queryOptions({
    queryKey: [...userBoardsKey(userId), { archived, page }],
    queryFn: ({ signal }) => api(boardsOfUser, { id: userId, archived: archived ? 'true' : 'false', page }, { signal }),
  });

/** A page of a board with the rights of the admin area. It shares its key prefix with boardQuery(), so that cache updates apply. */
export const boardOfUserQuery = (
  api: Api,
  { userId, boardId, page }: { readonly userId: string; readonly boardId: string; readonly page: number },
) =>
  queryOptions({
    queryKey: [...KEYS.views(boardId), 'of-user', userId, { page }],
    queryFn: ({ signal }) => api(boardOfUser, { id: userId, boardId, page }, { signal }),
  });

/** Creates a board for a Location Professional. */
export const createBoardForMutation = (api: Api, userId: string) =>
  mutationOptions({
    mutationFn: ({ title }: Pick<z.input<typeof createBoard.input>, 'title'>) => api(createBoard, { title, userId }),
    onSuccess: (_board, _input, _, { client }) => client.invalidateQueries({ queryKey: userBoardsKey(userId) }),
  });
