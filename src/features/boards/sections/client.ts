import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { KEYS, refetchBoards } from '../client.ts';
import { moveLocations } from '../contract.ts';
import { addSection, boardOutline, deleteSection, updateSection } from './contract.ts';

export const addSectionMutation = (api: Api) => routeMutation(api, addSection, refetchBoards);

/** Changes title or notes, moves the section, or locks in a location. */
export const updateSectionMutation = (api: Api) => routeMutation(api, updateSection, refetchBoards, refetchBoards);

export const deleteSectionMutation = (api: Api) => routeMutation(api, deleteSection, refetchBoards);

export const moveLocationsMutation = (api: Api) => routeMutation(api, moveLocations, refetchBoards);

/** The sections of a board and which location is in which. It is fetched each time, since others may have changed the board. */
export const boardOutlineQuery = (api: Api, id: string) => ({
  ...routeQuery(api, [...KEYS.all, 'outline', id], boardOutline, { id }),
  staleTime: 0,
});
