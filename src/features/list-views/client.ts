import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { addView, deleteView, setDefaultView, updateView, viewsOfList } from './contract.ts';
import type { ListViews } from './schema.ts';

const getKey = (list: string) => ['list-views', list] as const;

export const viewsQuery = (api: Api, list: string) => routeQuery(api, getKey(list), viewsOfList, { list });

/** Caches the views that a change returns. */
const update =
  (list: string) =>
  (client: QueryClient, { saved }: { readonly saved: ListViews }) =>
    client.setQueryData(getKey(list), saved);

export const addViewMutation = (api: Api, list: string) => routeMutation(api, addView, update(list));
export const updateViewMutation = (api: Api, list: string) => routeMutation(api, updateView, update(list));
export const deleteViewMutation = (api: Api, list: string) => routeMutation(api, deleteView, update(list));
export const setDefaultViewMutation = (api: Api, list: string) => routeMutation(api, setDefaultView, update(list));
