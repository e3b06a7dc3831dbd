import { mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { notifications, toggleNotification, unreadNotifications } from './contract.ts';
import { INITIAL_SUBJECT } from './schema.ts';

const POLL_INTERVAL_MS = 60_000;
/** Colleagues read notifications too. */
const STALE_TIME_MS = 5_000;

/** A page of the list. */
export const notificationsQuery = (api: Api, params: z.input<typeof notifications.input>) => ({
  ...routeQuery(api, ['notifications', 'list', params], notifications, params),
  staleTime: STALE_TIME_MS,
});

/** The number of unread notifications in the list as it is shown at first. */
export const unreadQuery = (api: Api) => ({
  ...routeQuery(api, ['notifications', 'unread'], unreadNotifications, { type: INITIAL_SUBJECT }),
  refetchInterval: POLL_INTERVAL_MS,
  refetchOnWindowFocus: true,
});

/** Marks a notification as read or unread. */
export const markReadMutation = (api: Api) =>
  mutationOptions({
    mutationFn: ({ id, read }: { readonly id: number; readonly read: boolean }) =>
      api(toggleNotification, { id: String(id), read }),
    onSuccess: (_result, _variables, _, { client }) => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
