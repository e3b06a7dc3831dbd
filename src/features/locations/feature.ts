import type { Feature } from '../../platform/feature/feature.ts';
import { command, withTag } from '../../platform/http/handlers.ts';
import { EXAMPLE_ID } from '../../platform/http/openapi-schemas.ts';
import { listCondition, listedLocation } from './admin-list/schema.ts';
import { bulkQueue } from './bulk-changes/bulk-queue.server.ts';
import { deleteOldBulkChanges } from './bulk-changes/jobs.server.ts';
import { bulkAction, bulkChange, bulkChangeDetails, bulkItem } from './bulk-changes/schema.ts';
import { contact } from './editing/contacts/schema.ts';
import { openReasons } from './decisions/schema.ts';
import { deleteLocation, deleteLocationsOf, deleteSomeOwned } from './deleting/commands.server.ts';
import * as deleting from './deleting/contract.ts';
import { countLocationsDeletedWith } from './deleting/queries.server.ts';
import { locationImage } from './editing/images/schema.ts';
import { deleteOldChanges } from './catalogue/published/jobs.server.ts';
import { listedOption } from './catalogue/options/schema.ts';
import { openTask, ownerTask } from './owner-tasks/schema.ts';
import { accountHolder } from './ownership/schema.ts';
import { LOCATION_DATA } from './personal-data.queries.server.ts';
import { locationRecord } from './admin-record/schema.ts';
import { approvalResult, queuedLocation, reasonTemplate } from './review/schema.ts';
import { locationCard, publicLocation } from './catalogue/schema.ts';
import { fullLocation } from './editing/contract.ts';
import { ownLocationCard } from './editing/schema.ts';
import { locationDraft, typedFields } from './working-copy/schema.ts';
import { listingHandlers } from './admin-list/handlers.server.ts';
import { recordHandlers } from './admin-record/handlers.server.ts';
import { bulkChangeHandlers } from './bulk-changes/handlers.server.ts';
import { optionHandlers } from './catalogue/options/handlers.server.ts';
import { locationHandlers } from './catalogue/published/handlers.server.ts';
import { contactHandlers } from './editing/contacts/handlers.server.ts';
import { imageHandlers } from './editing/images/handlers.server.ts';
import { editingHandlers, ownedLocationHandlers } from './editing/handlers.server.ts';
import { historyHandlers } from './history/handlers.server.ts';
import { mergeLocations } from './merging/commands.server.ts';
import { mergeLocation } from './merging/contract.ts';
import * as messages from './messages.ts';
import { ownerTaskHandlers } from './owner-tasks/handlers.server.ts';
import { ownershipHandlers } from './ownership/handlers.server.ts';
import { editableFacts } from './production-facts/schema.ts';
import { productionFactHandlers } from './production-facts/handlers.server.ts';
import { publishLocation, returnToOwner, unpublishLocation } from './publishing/commands.server.ts';
import * as publishing from './publishing/contract.ts';
import { reviewHandlers } from './review/handlers.server.ts';
import type { ListDocuments } from './working-copy/list-documents.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    /** The documents of a location; of the feature `documents`, on which this one does not depend. */
    readonly listDocuments: ListDocuments;
  }
}

/** Locations: the catalogue, its editing, review and publishing. */
export const locationFeature: Feature = {
  tag: 'own-locations',
  handlers: [
    ...editingHandlers,
    ...contactHandlers,
    ...productionFactHandlers,
    ...ownerTaskHandlers,
    command(deleting.deleteLocation, deleteLocation, messages.LOCATION_DELETED),
    ...withTag('search', locationHandlers),
    ...withTag('files', imageHandlers),
    ...withTag('review', [
      command(publishing.publish, publishLocation, messages.PUBLISHED),
      command(publishing.unpublish, unpublishLocation, messages.UNPUBLISHED),
      command(publishing.updateStatus, returnToOwner, messages.STATUS_UPDATED),
      ...reviewHandlers,
      ...ownershipHandlers,
      command(mergeLocation, mergeLocations, messages.LOCATIONS_MERGED),
    ]),
    ...withTag('locations', [
      ...listingHandlers,
      ...recordHandlers,
      ...historyHandlers,
      ...bulkChangeHandlers,
      ...ownedLocationHandlers,
    ]),
    ...withTag('settings', optionHandlers),
  ],
  personalData: LOCATION_DATA,
  accountData: {
    count: (db, { id }) => countLocationsDeletedWith(db, id),
    delete: deleteLocationsOf,
    deleteSome: deleteSomeOwned,
  },
  queues: [bulkQueue],
  cleanup: { changes: ({ db }) => deleteOldChanges(db), 'bulk changes': ({ db, at }) => deleteOldBulkChanges(db, at) },
  schemas: {
    AccountHolder: accountHolder,
    ApprovalResult: approvalResult,
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
    ProductionFacts: editableFacts,
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
