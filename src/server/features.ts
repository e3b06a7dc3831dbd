import { accountFeature } from '../features/accounts/feature.ts';
import { apiTokenFeature } from '../features/api-tokens/feature.ts';
import { auditLogFeature } from '../features/audit-log/feature.ts';
import { availabilityFeature } from '../features/availability/feature.ts';
import { boardFeature } from '../features/boards/feature.ts';
import { callOutFeature } from '../features/call-outs/feature.ts';
import { companyFeature } from '../features/companies/feature.ts';
import { consentFeature } from '../features/consents/feature.ts';
import { contentFeature } from '../features/content/feature.ts';
import { documentFeature } from '../features/documents/feature.ts';
import { duplicateFeature } from '../features/duplicates/feature.ts';
import { enquiryFeature } from '../features/enquiries/feature.ts';
import { geographyFeature } from '../features/geography/feature.ts';
import { impactFeature } from '../features/impact/feature.ts';
import { importFeature } from '../features/import-export/feature.ts';
import { listViewFeature } from '../features/list-views/feature.ts';
import { locationFeature } from '../features/locations/feature.ts';
import { mediaFeature } from '../features/media/feature.ts';
import { notificationFeature } from '../features/notifications/feature.ts';
import { operationsFeature } from '../features/operations/feature.ts';
import { overviewFeature } from '../features/overview/feature.ts';
import { personalDataFeature } from '../features/personal-data-export/feature.ts';
import { productionFeature } from '../features/productions/feature.ts';
import { proofOfWorkFeature } from '../features/proof-of-work/feature.ts';
import { scriptFeature } from '../features/scripts/feature.ts';
import { searchFeature } from '../features/search/feature.ts';
import { subjectFeature } from '../features/entry-subjects/feature.ts';
import { viewingFeature } from '../features/viewings/feature.ts';
import type { Feature } from '../platform/feature/feature.ts';

/** All features, in the order of the archive of personal data. Subscribers of an event run in this order too. */
export const FEATURES: readonly Feature[] = [
  accountFeature,
  apiTokenFeature,
  boardFeature,
  locationFeature,
  mediaFeature,
  documentFeature,
  availabilityFeature,
  companyFeature,
  enquiryFeature,
  productionFeature,
  viewingFeature,
  callOutFeature,
  impactFeature,
  listViewFeature,
  notificationFeature,
  auditLogFeature,
  consentFeature,
  contentFeature,
  duplicateFeature,
  geographyFeature,
  importFeature,
  operationsFeature,
  overviewFeature,
  personalDataFeature,
  proofOfWorkFeature,
  scriptFeature,
  searchFeature,
  subjectFeature,
];
