/** What the Locations Team is told of, by the kind of thing that it is about. */
export const NOTIFICATION_TYPES = {
  location: ['LOCATION_REQUESTING_APPROVAL', 'LOCATION_REQUESTING_UPDATES_APPROVAL'],
  user: ['OWNER_REGISTERED', 'SCOUT_REGISTERED'],
  board: ['BOARD_CREATED', 'PRIVATE_BOARD_CREATED', 'BOARD_DUPLICATED'],
} as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[keyof typeof NOTIFICATION_TYPES][number];
