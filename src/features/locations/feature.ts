import type { Feature } from '../../platform/feature/feature.ts';
import { EXAMPLE_ID } from '../../platform/http/openapi-schemas.ts';
import { listCondition, listedLocation } from './admin-list/schema.ts';
import { bulkQueue } from './bulk-changes/bulk-queue.server.ts';
import { deleteOldBulkChanges } from './bulk-changes/jobs.server.ts';
import { bulkAction, bulkChange, bulkChangeDetails, bulkItem } from './bulk-changes/schema.ts';
import { contact } from './editing/contacts/schema.ts';
import { openReasons } from './decisions/schema.ts';
import { deleteLocationsOf, deleteSomeOwned } from './deleting/commands.server.ts';
import { countLocationsDeletedWith } from './deleting/queries.server.ts';
import { locationImage } from './editing/images/schema.ts';
import { deleteOldChanges } from './catalogue/published/jobs.server.ts';
import { listedOption } from './catalogue/options/schema.ts';
import { openTask, ownerTask } from './owner-tasks/schema.ts';
import { accountHolder } from './ownership/schema.ts';
import { LOCATION_DATA } from './personal-data.queries.server.ts';
import { locationRecord } from './admin-record/schema.ts';
import { queuedLocation, reasonTemplate } from './review/schema.ts';
import { locationCard, publicLocation } from './catalogue/schema.ts';
import { fullLocation } from './editing/contract.ts';
import { ownLocationCard } from './editing/schema.ts';
import { locationDraft, typedFields } from './working-copy/schema.ts';

export const locationFeature: Feature = {
  personalData: LOCATION_DATA,
  accountData: {
    count: (db, { id }) => countLocationsDeletedWith(db, id),
    delete: deleteLocationsOf,
    deleteSome: deleteSomeOwned,
  },
  queues: [bulkQueue],
  cleanup: { changes: ({ db }) => deleteOldChanges(db), 'bulk changes': ({ db }) => deleteOldBulkChanges(db) },
  schemas: {
    AccountHolder: accountHolder,
    BulkAction: bulkAction,
    BulkChange: bulkChange,
    BulkChangeDetails: bulkChangeDetails,
    BulkChangeLocation: bulkItem,
    Contact: contact,
    ListedLocation: listedLocation,
    Location: publicLocation,
    LocationCard: locationCard,
    LocationCondition: listCondition,
    LocationDraft: locationDraft,
    LocationImage: locationImage,
    LocationRecord: locationRecord,
    Option: listedOption,
    OpenReasons: openReasons,
    OpenTask: openTask,
    OwnLocation: fullLocation,
    OwnLocationCard: ownLocationCard,
    OwnerTask: ownerTask,
    QueuedLocation: queuedLocation,
    ReasonTemplate: reasonTemplate,
    TypedFields: typedFields,
  },
  examples: {
    'GET /locations/by-url/{locationurl}': { input: { locationurl: 'eilean-donan-castle' } },
    'POST /admin/locations/search': {
      input: {
        query: 'mill',
        page: { current: 1, size: 25 },
        sort: { title: 'asc' },
        filters: { all: [{ location_status: ['AWAITING_APPROVAL'] }] },
      },
    },
    'PUT /locations/{id}/status': { input: { id: EXAMPLE_ID, status: 'DRAFT' } },
  },
};
