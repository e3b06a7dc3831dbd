/**
 * Kinds of acts that are written to the audit trail, with the label that the Locations Team reads. The numbers are stored:
 * add new ones at the end, never reuse one.
 */
export const AUDIT_TYPES = {
  LOGIN: { number: 1, label: 'Login' },
  LOGOUT: { number: 2, label: 'Logout' },
  ACCOUNT_DELETED: { number: 3, label: 'Account deleted' },
  LOCATION_UPDATED: { number: 4, label: 'Location attributes updated' },
  CONTACT_ADDED: { number: 5, label: 'Contact added' },
  CONTACT_UPDATED: { number: 6, label: 'Contact updated' },
  CONTACT_DELETED: { number: 7, label: 'Contact deleted' },
  IMAGE_ADDED: { number: 8, label: 'Image added' },
  IMAGES_ADDED: { number: 9, label: 'Images added' },
  IMAGE_UPDATED: { number: 10, label: 'Image updated' },
  IMAGES_UPDATED: { number: 11, label: 'Images updated' },
  IMAGE_DELETED: { number: 12, label: 'Image deleted' },
  IMAGES_DELETED: { number: 13, label: 'Images deleted' },
  LOCATION_PUBLISHED: { number: 14, label: 'Location published' },
  LOCATION_UNPUBLISHED: { number: 15, label: 'Location unpublished' },
  LOCATION_DELETED: { number: 16, label: 'Location deleted' },
  OWNERSHIP_CHANGED: { number: 17, label: 'Ownership change' },
  DOCUMENT_ADDED: { number: 18, label: 'Document added' },
  DOCUMENT_DELETED: { number: 19, label: 'Document deleted' },
  BOARD_CREATED: { number: 20, label: 'Board created' },
  PRIVATE_BOARD_CREATED: { number: 21, label: 'Private board created' },
  BOARD_DUPLICATED: { number: 22, label: 'Board duplicated' },
  BOARD_DELETED: { number: 23, label: 'Board deleted' },
  BOARD_ARCHIVED: { number: 24, label: 'Board archived' },
  BOARD_LOCATION_ADDED: { number: 25, label: 'Location added to a board' },
  BOARD_LOCATION_REMOVED: { number: 26, label: 'Location removed from a board' },
  LOCATIONS_IMPORTED: { number: 27, label: 'Locations imported' },
} as const;
export type AuditType = keyof typeof AUDIT_TYPES;
