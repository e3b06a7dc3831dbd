import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation } from '../../../platform/http/route-query.ts';
import { refetchBoards } from '../client.ts';
import { moveLocations } from '../contract.ts';
import { addSection, deleteSection, updateSection } from './contract.ts';

export const addSectionMutation = (api: Api) => routeMutation(api, addSection, refetchBoards);

/** Changes title or notes, moves the section, or locks in a location. */
export const updateSectionMutation = (api: Api) => routeMutation(api, updateSection, refetchBoards, refetchBoards);

export const deleteSectionMutation = (api: Api) => routeMutation(api, deleteSection, refetchBoards);

export const moveLocationsMutation = (api: Api) => routeMutation(api, moveLocations, refetchBoards);
