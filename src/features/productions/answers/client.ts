import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { MAX_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { boardsQuery } from '../../boards/client.ts';
import { KEYS } from '../client.ts';
import { addProductionBoard, answersOfProduction, removeProductionBoard, sendProductionBoard } from './contract.ts';

export const answersQuery = (api: Api, id: string) =>
  ({
    ...routeQuery(api, [...KEYS.all, 'answers', id], answersOfProduction, { id }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  }) as const;

/** The latest private boards, to choose from. */
export const boardChoiceQuery = (api: Api) => boardsQuery(api, 'private', { size: MAX_PAGE_SIZE });

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: KEYS.all });

export const addBoardMutation = (api: Api) => routeMutation(api, addProductionBoard, refetch);
export const removeBoardMutation = (api: Api) => routeMutation(api, removeProductionBoard, refetch);
export const sendBoardMutation = (api: Api) => routeMutation(api, sendProductionBoard, refetch, refetch);
