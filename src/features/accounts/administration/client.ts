import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { unlinkUser } from '../single-sign-on/contract.ts';
import { resetSecondFactors } from '../second-factor/contract.ts';
import {
  deleteUser,
  endUserSessions,
  filmOffices,
  inviteColleague,
  openDeletions,
  updateUser,
  userDataSummary,
  userById,
  users,
} from './contract.ts';

const KEYS = {
  lists: ['users', 'list'],
  filmOffices: ['users', 'film-offices'],
  deletions: ['users', 'deletions'],
  user: (id: string) => ['users', 'user', id],
  accountData: (id: string) => ['users', 'account-data', id],
} as const;

export const usersQuery = (api: Api, params: z.input<typeof users.input>) =>
  routeQuery(api, [...KEYS.lists, params], users, params);

/** The film offices that accounts can belong to. */
export const filmOfficesQuery = (api: Api) => routeQuery(api, KEYS.filmOffices, filmOffices, {});

export const userQuery = (api: Api, id: string) => routeQuery(api, KEYS.user(id), userById, { id });

/** The data that is deleted with an account. Never cached. */
export const accountDataQuery = (api: Api, id: string) => ({
  ...routeQuery(api, KEYS.accountData(id), userDataSummary, { id }),
  staleTime: 0,
});

/** How often the list looks how far a deletion is. */
const DELETION_POLL_MS = 3_000;

/** Deleted accounts whose data is still being deleted. */
export const openDeletionsQuery = (api: Api) => ({
  ...routeQuery(api, KEYS.deletions, openDeletions, {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: readonly unknown[] | undefined } }) =>
    (state.data?.length ?? 0) > 0 && DELETION_POLL_MS,
});

export const updateUserMutation = (api: Api) =>
  routeMutation(api, updateUser, (client, { user }) => {
    client.setQueryData(userQuery(api, user.id).queryKey, user);
    return invalidateLists(client);
  });

export const deleteUserMutation = (api: Api) => routeMutation(api, deleteUser, (client) => invalidateLists(client));

export const resetSecondFactorsMutation = (api: Api) =>
  routeMutation(api, resetSecondFactors, (client) => client.invalidateQueries({ queryKey: ['users', 'user'] }));

export const unlinkUserMutation = (api: Api) =>
  routeMutation(api, unlinkUser, (client) => client.invalidateQueries({ queryKey: ['users', 'user'] }));

export const endUserSessionsMutation = (api: Api) => routeMutation(api, endUserSessions, async () => {});

export const inviteMutation = (api: Api) => routeMutation(api, inviteColleague, (client) => invalidateLists(client));

function invalidateLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: KEYS.lists });
}
