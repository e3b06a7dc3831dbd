import type { z } from 'zod';
import { profile, session } from '../../features/accounts/schema.ts';
import { userDetails, userRow } from '../../features/accounts/administration/schema.ts';
import { apiToken } from '../../features/api-tokens/schema.ts';
import { auditLogEntry } from '../../features/audit-log/schema.ts';
import { boardCard, boardLocation, boardView, candidate, publicBoard, share } from '../../features/boards/schema.ts';
import { editedPage, pageFields, uploadedPicture } from '../../features/content/editing/schema.ts';
import { footerContent, menuContent, pageContent, siteContent } from '../../features/content/schema.ts';
import { locationDocument } from '../../features/documents/schema.ts';
import { duplicatePair } from '../../features/duplicates/schema.ts';
import { enquiryCase, enquiryRow } from '../../features/enquiries/cases/schema.ts';
import { enquiryFile } from '../../features/enquiries/files/schema.ts';
import { outcome } from '../../features/enquiries/outcomes/schema.ts';
import { template } from '../../features/enquiries/templates/schema.ts';
import { thread } from '../../features/enquiries/thread/schema.ts';
import { importDetails, importSummary } from '../../features/import-export/browser/schema.ts';
import { listViews } from '../../features/list-views/schema.ts';
import { listCondition, listedLocation } from '../../features/locations/admin-list/schema.ts';
import { bulkAction, bulkChange, bulkChangeDetails, bulkItem } from '../../features/locations/bulk-changes/schema.ts';
import { contact } from '../../features/locations/editing/contacts/schema.ts';
import { openReasons } from '../../features/locations/decisions/schema.ts';
import { locationImage } from '../../features/locations/editing/images/schema.ts';
import { listedOption } from '../../features/locations/catalogue/options/schema.ts';
import { openTask, ownerTask } from '../../features/locations/owner-tasks/schema.ts';
import { accountHolder } from '../../features/locations/ownership/schema.ts';
import { locationRecord } from '../../features/locations/admin-record/schema.ts';
import { queuedLocation, reasonTemplate } from '../../features/locations/review/schema.ts';
import { locationCard, publicLocation } from '../../features/locations/catalogue/schema.ts';
import { fullLocation } from '../../features/locations/editing/contract.ts';
import { ownLocationCard } from '../../features/locations/editing/schema.ts';
import { locationDraft, typedFields } from '../../features/locations/working-copy/schema.ts';
import { picture, upload } from '../../features/media/schema.ts';
import { notification } from '../../features/notifications/schema.ts';
import { pin } from '../../features/search/pins/schema.ts';
import { synonym } from '../../features/search/synonyms/schema.ts';
import { person } from '../../features/subjects/schema.ts';

/** The schemas that are components of the API description, each under its name there. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ApiToken: apiToken,
  AccountHolder: accountHolder,
  AuditLogEntry: auditLogEntry,
  Board: boardCard,
  BoardCandidate: candidate,
  BoardLocation: boardLocation,
  BoardRights: boardCard.shape.rights,
  BoardWithLocations: boardView,
  BulkAction: bulkAction,
  BulkChange: bulkChange,
  BulkChangeDetails: bulkChangeDetails,
  BulkChangeLocation: bulkItem,
  Contact: contact,
  Document: locationDocument,
  DuplicatePair: duplicatePair,
  Enquiry: enquiryCase,
  EnquiryFile: enquiryFile,
  EnquiryOutcome: outcome,
  EnquiryRow: enquiryRow,
  EnquiryTemplate: template,
  EnquiryThread: thread,
  Footer: footerContent,
  Import: importDetails,
  ImportSummary: importSummary,
  ListedLocation: listedLocation,
  ListViews: listViews,
  Location: publicLocation,
  LocationCard: locationCard,
  LocationCondition: listCondition,
  LocationDraft: locationDraft,
  LocationImage: locationImage,
  LocationRecord: locationRecord,
  Menu: menuContent,
  Notification: notification,
  Option: listedOption,
  OpenReasons: openReasons,
  OpenTask: openTask,
  OwnLocation: fullLocation,
  OwnLocationCard: ownLocationCard,
  OwnerTask: ownerTask,
  Page: pageContent,
  PageDraft: editedPage,
  PageFields: pageFields,
  Person: person,
  Picture: picture,
  PinnedResults: pin,
  Profile: profile,
  PublicBoard: publicBoard,
  QueuedLocation: queuedLocation,
  ReasonTemplate: reasonTemplate,
  Session: session,
  Share: share,
  Site: siteContent,
  Synonym: synonym,
  TypedFields: typedFields,
  Upload: upload,
  UploadedPicture: uploadedPicture,
  User: userDetails,
  UserRow: userRow,
};
