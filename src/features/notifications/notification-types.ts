/** The types of notifications with their labels and the kind of their subject. */
export const NOTIFICATION_TYPES = {
  LOCATION_REQUESTING_APPROVAL: { label: 'Location requesting approval', about: 'location' },
  LOCATION_REQUESTING_UPDATES_APPROVAL: { label: 'Location requesting approval of updates', about: 'location' },
  OWNER_REGISTERED: { label: 'Location Owner registered', about: 'user' },
  SCOUT_REGISTERED: { label: 'Location Professional registered', about: 'user' },
  BOARD_CREATED: { label: 'Board created', about: 'board' },
  PRIVATE_BOARD_CREATED: { label: 'Private board created', about: 'board' },
  BOARD_DUPLICATED: { label: 'Board duplicated', about: 'board' },
} as const;
export type NotificationType = keyof typeof NOTIFICATION_TYPES;
export const NOTIFICATION_TYPE_NAMES = Object.keys(NOTIFICATION_TYPES) as NotificationType[];
