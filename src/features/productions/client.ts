import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Api, type Route, isConflict } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import {
  addProduction,
  addProductionEnquiry,
  addProductionNote,
  changeProductions,
  deleteProduction,
  duplicateProduction,
  productionById,
  productionOfEnquiry,
  productions,
  removeProductionEnquiry,
  removeProductionLocation,
  setProductionContacts,
  setProductionLocation,
  updateProduction,
} from './contract.ts';
import { diary } from './diary/contract.ts';
import type { Production } from './schema.ts';
import { productionTimeline, restoreProductionValues } from './timeline/contract.ts';

/** Beginnings of query keys. */
export const KEYS = {
  all: ['productions'],
  one: (id: string) => ['productions', 'one', id],
  timeline: (id: string) => ['productions', 'timeline', id],
} as const;

/** A page of the list. */
export const productionsQuery = (api: Api, params: z.input<typeof productions.input>) =>
  routeQuery(api, [...KEYS.all, 'list', params], productions, params);

/** A page of the diary. */
export const diaryQuery = (api: Api, params: z.input<typeof diary.input>) =>
  routeQuery(api, [...KEYS.all, 'diary', params], diary, params);

export const productionQuery = (api: Api, id: string) => routeQuery(api, KEYS.one(id), productionById, { id });

/** A page of the timeline, latest first. */
export const timelineQuery = (api: Api, id: string, page: number) =>
  routeQuery(api, [...KEYS.timeline(id), page], productionTimeline, { id, page });

/** The production of an enquiry, or those that it may belong to. */
export const productionOfEnquiryQuery = (api: Api, enquiryId: string) =>
  routeQuery(api, [...KEYS.all, 'of-enquiry', enquiryId], productionOfEnquiry, { id: enquiryId });

/** A change of a production, which returns it. Whatever else is shown of productions is fetched again. */
function productionMutation<Input extends z.ZodType>(
  api: Api,
  route: Route<Input, z.ZodType<{ message: string; production: Production }>>,
) {
  return {
    ...routeMutation(api, route, (client: QueryClient, { production }) => {
      const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[1] !== 'one';
      client.setQueryData(KEYS.one(production.id), production);
      return client.invalidateQueries({ queryKey: KEYS.all, predicate: isOther });
    }),
    onError: (error: Error, _input: unknown, _: unknown, { client }: { client: QueryClient }) =>
      isConflict(error) ? client.invalidateQueries({ queryKey: KEYS.all }) : undefined,
  };
}

export const addMutation = (api: Api) => productionMutation(api, addProduction);
export const duplicateMutation = (api: Api) => productionMutation(api, duplicateProduction);
export const updateMutation = (api: Api) => productionMutation(api, updateProduction);
export const restoreMutation = (api: Api) => productionMutation(api, restoreProductionValues);
export const contactsMutation = (api: Api) => productionMutation(api, setProductionContacts);
export const noteMutation = (api: Api) => productionMutation(api, addProductionNote);
export const locationMutation = (api: Api) => productionMutation(api, setProductionLocation);
export const removeLocationMutation = (api: Api) => productionMutation(api, removeProductionLocation);
export const addEnquiryMutation = (api: Api) => productionMutation(api, addProductionEnquiry);
export const removeEnquiryMutation = (api: Api) => productionMutation(api, removeProductionEnquiry);

/** Changes several productions. Whatever is shown of productions is fetched again. */
export const bulkMutation = (api: Api) =>
  routeMutation(api, changeProductions, (client: QueryClient) => client.invalidateQueries({ queryKey: KEYS.all }));

export const deleteMutation = (api: Api) =>
  routeMutation(api, deleteProduction, (client: QueryClient, _output, { id }) => {
    client.removeQueries({ queryKey: KEYS.one(id) });
    return client.invalidateQueries({ queryKey: [...KEYS.all, 'list'] });
  });
