import { mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { refetchUnless, OWN_KEY } from '../working-copy/client.ts';
import { changeOwner, locationOwners } from './contract.ts';
import type { AccountHolder } from './schema.ts';

const ownersKey = (id: string) => [OWN_KEY, 'owners', id];

/** The owner of a location, then its contacts. */
export const ownersQuery = (api: Api, id: string) => ({
  ...routeQuery(api, ownersKey(id), locationOwners, { id }),
  staleTime: 0,
});

/** Changes the owner of a location. */
export const changeOwnerMutation = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (input: Omit<z.input<typeof changeOwner.input>, 'id'>) => api(changeOwner, { id, ...input }),
    onSuccess: ({ owner }, _input, _, { client }) => {
      client.setQueryData<AccountHolder[]>(ownersKey(id), (before = []) => [
        owner,
        ...before.filter(({ user_role }) => user_role !== 'OWNER'),
      ]);
      return refetchUnless(client, id);
    },
    onError: (_error, _input, _, { client }) => client.invalidateQueries({ queryKey: ownersKey(id) }),
  });
