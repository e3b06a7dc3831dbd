import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { notifications, toggleNotification, unreadNotifications } from './contract.ts';
import { INITIAL_SUBJECT } from './list-schema.ts';

/** Milliseconds between looks at how many nobody has read. */
const LOOK_AGAIN = 60_000;

/** A page of the notifications, which others read as well. */
export const notificationsQuery = (api: Api, asked: z.input<typeof notifications.input>) =>
  queryOptions({
    queryKey: ['notifications', 'list', asked],
    queryFn: ({ signal }) => api(notifications, asked, { signal }),
    staleTime: 5_000,
  });

/** How many nobody has read of those that the list shows unless asked otherwise. */
export const unreadQuery = (api: Api) =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api(unreadNotifications, { type: INITIAL_SUBJECT }, { signal }),
    refetchInterval: LOOK_AGAIN,
    refetchOnWindowFocus: true,
  });

/** Marks a notification as read or unread. */
export const readToggle = (api: Api) =>
  mutationOptions({
    mutationFn: ({ id, read }: { readonly id: number; readonly read: boolean }) =>
      api(toggleNotification, { id: String(id), read }),
    onSuccess: (_toggled, _id, _, { client }) => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
