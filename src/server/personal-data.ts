import { ACCOUNT_DATA } from '../features/accounts/personal-data.queries.server.ts';
import { TOKEN_DATA } from '../features/api-tokens/personal-data.queries.server.ts';
import { AUDIT_DATA } from '../features/audit-log/personal-data.queries.server.ts';
import { BOARD_DATA } from '../features/boards/personal-data.queries.server.ts';
import { DOCUMENT_DATA } from '../features/documents/personal-data.queries.server.ts';
import { ENQUIRY_DATA } from '../features/enquiries/personal-data.queries.server.ts';
import { VIEW_DATA } from '../features/list-views/personal-data.queries.server.ts';
import { LOCATION_DATA } from '../features/locations/personal-data.queries.server.ts';
import { UPLOAD_DATA } from '../features/media/personal-data.queries.server.ts';
import { NOTIFICATION_DATA } from '../features/notifications/personal-data.queries.server.ts';
import type { PersonalDataSection } from '../platform/personal-data.ts';

/** All parts of the archive that people can download, as the features have them. */
export const PERSONAL_DATA: readonly PersonalDataSection[] = [
  ...ACCOUNT_DATA,
  TOKEN_DATA,
  ...BOARD_DATA,
  ...LOCATION_DATA,
  ...UPLOAD_DATA,
  DOCUMENT_DATA,
  ...ENQUIRY_DATA,
  VIEW_DATA,
  NOTIFICATION_DATA,
  AUDIT_DATA,
];
