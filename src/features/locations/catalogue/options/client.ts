import { mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../../platform/http/route-query.ts';
import {
  addOption,
  deleteOption,
  officeAreas,
  optionLists,
  optionUse,
  orderOptions,
  renameOption,
  setOfficeAreas,
} from './contract.ts';
import type { ListedOption } from './schema.ts';

const KEY = ['options', 'lists'];

export const optionListsQuery = (api: Api) => routeQuery(api, KEY, optionLists, {});

/** The number of locations that have an option, refetched before each deletion. */
export const optionUseQuery = (api: Api, id: number) => ({
  ...routeQuery(api, ['options', 'use', id], optionUse, { id }),
  staleTime: 0,
});

/** The council areas of all film offices. */
export const officeAreasQuery = (api: Api) => routeQuery(api, ['options', 'areas'], officeAreas, {});

export const setOfficeAreasMutation = (api: Api) =>
  routeMutation(api, setOfficeAreas, (client, areas) => {
    client.setQueryData(officeAreasQuery(api).queryKey, areas);
  });

/** A change of the lists. The response has all lists. */
function optionMutation<Input>(mutationFn: (input: Input) => Promise<ListedOption[]>) {
  return mutationOptions({
    mutationFn,
    onSuccess: (lists, _input, _result, { client }) => {
      client.setQueryData(KEY, lists);
      // Forms and search filters show options too.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
    },
    onError: (_error, _input, _result, { client }) => void client.invalidateQueries({ queryKey: KEY }),
  });
}

export const addOptionMutation = (api: Api) =>
  optionMutation((option: z.input<typeof addOption.input>) => api(addOption, option));
export const renameOptionMutation = (api: Api) =>
  optionMutation((option: z.input<typeof renameOption.input>) => api(renameOption, option));
export const orderOptionsMutation = (api: Api) =>
  optionMutation((order: z.input<typeof orderOptions.input>) => api(orderOptions, order));
export const deleteOptionMutation = (api: Api) => optionMutation((option: { id: number }) => api(deleteOption, option));
