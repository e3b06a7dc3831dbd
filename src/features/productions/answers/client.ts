import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { KEYS } from '../client.ts';
import { addProductionBoard, answersOfProduction, removeProductionBoard, sendProductionBoard } from './contract.ts';

export const answersQuery = (api: Api, id: string) =>
  ({
    ...routeQuery(api, [...KEYS.all, 'answers', id], answersOfProduction, { id }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  }) as const;

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: KEYS.all });

export const addBoardMutation = (api: Api) => routeMutation(api, addProductionBoard, refetch);
export const removeBoardMutation = (api: Api) => routeMutation(api, removeProductionBoard, refetch);
export const sendBoardMutation = (api: Api) => routeMutation(api, sendProductionBoard, refetch);
