import { nameOrNumber } from '../../platform/field-schemas.ts';

/** The types of entries with their labels in the list. The numbers are stored: add new types at the end and never reuse a number. */
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
  ACCOUNT_UPDATED: { number: 28, label: 'Account updated' },
  CONTENT_PUBLISHED: { number: 29, label: 'Content published' },
  OPTIONS_CHANGED: { number: 30, label: 'Options changed' },
  MAINTENANCE_SWITCHED: { number: 31, label: 'Maintenance switched' },
  CONTENT_DELETED: { number: 32, label: 'Content deleted' },
  WORK_RETRIED: { number: 33, label: 'Failed mail or job retried' },
  MAIL_DISCARDED: { number: 34, label: 'Failed mail discarded' },
  ADMIN_INVITED: { number: 35, label: 'Colleague invited' },
  VERSION_UNCHECKED: { number: 36, label: 'Saved without a version check' },
  LOCATION_RESTORED: { number: 45, label: 'Location version restored' },
  CONTENT_RESTORED: { number: 46, label: 'Content version restored' },
  ENQUIRY_UPDATED: { number: 47, label: 'Enquiry updated' },
  ENQUIRY_ANSWERED: { number: 48, label: 'Enquiry answered' },
  ENQUIRY_PASSED_ON: { number: 49, label: 'Enquiry passed on' },
  ENQUIRY_TEMPLATES_CHANGED: { number: 50, label: 'Templates of answers changed' },
  LOCATION_RETURNED: { number: 51, label: 'Location moved back to in progress' },
  REASON_TEMPLATES_CHANGED: { number: 52, label: 'Templates of reasons changed' },
  OWNER_TASK_ADDED: { number: 53, label: 'Owner asked for more' },
  OWNER_TASK_CANCELLED: { number: 54, label: 'Request to an owner cancelled' },
  OWNER_TASK_DONE: { number: 55, label: 'Request to an owner done' },
  ENQUIRY_OUTCOME_RECORDED: { number: 60, label: 'Outcome of an enquiry recorded' },
  OFFICE_AREAS_CHANGED: { number: 65, label: 'Areas of a film office changed' },
  BULK_CHANGE_STARTED: { number: 70, label: 'Bulk change started' },
  BULK_CHANGE_CANCELLED: { number: 71, label: 'Bulk change cancelled' },
  BULK_CHANGE_UNDONE: { number: 72, label: 'Bulk change undone' },
  LOCATION_REPUBLISHED: { number: 73, label: 'Location version republished' },
  LOCATIONS_MERGED: { number: 75, label: 'Locations merged' },
  DUPLICATE_DISMISSED: { number: 76, label: 'Likely duplicate dismissed' },
  DUPLICATE_RESTORED: { number: 77, label: 'Likely duplicate no longer dismissed' },
  SYNONYM_ADDED: { number: 80, label: 'Synonym added' },
  SYNONYM_CHANGED: { number: 81, label: 'Synonym changed' },
  SYNONYM_DELETED: { number: 82, label: 'Synonym deleted' },
  PINNED_RESULTS_SAVED: { number: 83, label: 'Pinned results saved' },
  PINNED_RESULTS_DELETED: { number: 84, label: 'Pinned results deleted' },
  TEAM_VIEW_ADDED: { number: 85, label: 'View of the team added' },
  TEAM_VIEW_CHANGED: { number: 86, label: 'View of the team changed' },
  TEAM_VIEW_DELETED: { number: 87, label: 'View of the team deleted' },
  LOCATION_IMPORTED: { number: 90, label: 'Location imported' },
  IMPORT_UPLOADED: { number: 91, label: 'Import file uploaded' },
  IMPORT_DISCARDED: { number: 92, label: 'Import discarded' },
  API_TOKEN_CREATED: { number: 130, label: 'Service token created' },
  API_TOKEN_REVOKED: { number: 131, label: 'Service token revoked' },
} as const;
export type AuditType = keyof typeof AUDIT_TYPES;
export const AUDIT_TYPE_NAMES = Object.keys(AUDIT_TYPES) as AuditType[];

const LABELS: ReadonlyMap<number, string> = new Map(
  Object.values(AUDIT_TYPES).map(({ number, label }) => [number, label]),
);

/** The label of a type by its number; 'Unknown' for a type that no longer exists. */
export function getAuditTypeLabel(number: number): string {
  return LABELS.get(number) ?? 'Unknown';
}

/** A type by its name or its number. */
export const auditType = nameOrNumber(AUDIT_TYPE_NAMES.map((name) => ({ name, number: AUDIT_TYPES[name].number })));
