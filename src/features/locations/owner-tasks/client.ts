import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { addOwnerTask, cancelOwnerTask, ownerTasks } from './contract.ts';
import type { OwnerTask } from './schema.ts';

const getKey = (id: string) => ['owner-tasks', id];

/** The tasks of the owner of a location. */
export const ownerTasksQuery = (api: Api, id: string) => ({
  ...routeQuery(api, getKey(id), ownerTasks, { id }),
  staleTime: 0,
});

const setTasks = (client: QueryClient, tasks: readonly OwnerTask[], { id }: { readonly id: string }) =>
  client.setQueryData(getKey(id), tasks);

export const addTaskMutation = (api: Api) => routeMutation(api, addOwnerTask, setTasks);
export const cancelTaskMutation = (api: Api) => routeMutation(api, cancelOwnerTask, setTasks);
