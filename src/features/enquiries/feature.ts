import type { Feature } from '../../platform/feature/feature.ts';
import { enquiryCase, enquiryRow } from './cases/schema.ts';
import { deleteUnusedFiles } from './files/jobs.server.ts';
import { enquiryFile } from './files/schema.ts';
import { closeSilentEnquiries, deleteOldEnquiries } from './jobs.server.ts';
import { outcome } from './outcomes/schema.ts';
import { ENQUIRY_DATA } from './personal-data.queries.server.ts';
import { template } from './templates/schema.ts';
import { thread } from './thread/schema.ts';

export const enquiryFeature: Feature = {
  personalData: ENQUIRY_DATA,
  cleanup: {
    'silent enquiries': ({ db }) => closeSilentEnquiries(db),
    enquiries: ({ db }) => deleteOldEnquiries(db),
    'enquiry files': ({ db, storage }) => deleteUnusedFiles(db, storage),
  },
  schemas: {
    Enquiry: enquiryCase,
    EnquiryFile: enquiryFile,
    EnquiryOutcome: outcome,
    EnquiryRow: enquiryRow,
    EnquiryTemplate: template,
    EnquiryThread: thread,
  },
};
