import type { QueryClient } from '@tanstack/react-query';
import { type Api, isApiError } from '../../../../../../platform/http/contract.ts';
import { OWN_LISTS } from '../../../../working-copy/client.ts';
import { newDraftQuery, ownLocationQuery } from '../../../client.ts';
import { createLocation, ownLocationById, saveDraft, saveLocation, saveNewDraft } from '../../../contract.ts';
import type { LocationDraft, TypedFields } from '../../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../schema.ts';
import type { ServerState } from './server-state.ts';

/** The API calls of the autosaver. Each sends the versions of the server state, and rejects with CONFLICT if these are outdated. */
export interface SaveRequests {
  /** Loads the server state of a location; of the new draft for null. */
  readonly load: (locationId: string | null) => Promise<ServerState>;
  readonly saveDraft: (
    serverState: ServerState,
    fields: TypedFields,
  ) => Promise<Omit<LocationDraft, 'fields' | 'base_values'>>;
  /** Saves these fields, or creates the location from them. */
  readonly save: (serverState: ServerState, fields: TypedFields, isSubmitting: boolean) => Promise<Saved>;
}

interface Saved {
  readonly location: OwnLocation;
  readonly message: string | null;
}

/** The version of a location after its creation. */
const FIRST_VERSION = 1;

/**
 * Saves input by API calls, and updates the query cache of other pages.
 * @param start the initial values of a new location
 */
export function createSaveRequests(api: Api, queryClient: QueryClient, start: TypedFields = {}): SaveRequests {
  // Generated here, so that a retry after a lost response does not create a second location.
  const newId = crypto.randomUUID();
  /** Whether a location was requested without a response, so that it may exist. */
  let isUncertain = false;

  /** Returns the location whose creation had no response, if it exists. */
  const findUnconfirmed = async (): Promise<OwnLocation | undefined> => {
    if (!isUncertain) return undefined;
    return api(ownLocationById, { id: newId }).catch((error: unknown) => {
      if (isApiError(error) && error.errorType === 'NOT_FOUND') return undefined;
      throw error;
    });
  };

  const create = async (serverState: ServerState, fields: TypedFields): Promise<OwnLocation> => {
    const existing = await findUnconfirmed();
    if (existing) {
      // Applies the input since then, unless somebody else has saved the location.
      const versions = { id: newId, version: FIRST_VERSION, draftVersion: existing.draft?.version ?? 0 };
      const { message: _, ...location } = await api(saveLocation, { ...fields, ...versions });
      return location;
    }
    isUncertain = true;
    try {
      return await api(createLocation, { ...fields, id: newId, draftVersion: serverState.draft?.version ?? 0 });
    } catch (error) {
      isUncertain = !isApiError(error) || error.status >= 500;
      throw error;
    }
  };

  return {
    load: async (id) => {
      if (id === null) {
        const { draft } = await queryClient.fetchQuery({ ...newDraftQuery(api), staleTime: 0 });
        return { location: null, draft, start };
      }
      const location = await queryClient.fetchQuery({ ...ownLocationQuery(api, id), staleTime: 0 });
      return { location, draft: location.draft };
    },
    saveDraft: async ({ location, draft }, fields) => {
      const draftVersion = draft?.version ?? 0;
      if (location) return api(saveDraft, { id: location.id, version: location.version, draftVersion, fields });
      const existing = await findUnconfirmed();
      if (!existing) return api(saveNewDraft, { draftVersion, fields });
      const versions = { id: newId, version: FIRST_VERSION, draftVersion: existing.draft?.version ?? 0 };
      return api(saveDraft, { ...versions, fields });
    },
    save: async (serverState, fields, isSubmitting) => {
      const { location: before, draft } = serverState;
      const versions = before && { id: before.id, version: before.version, draftVersion: draft?.version ?? 0 };
      const { message, ...location } = versions
        ? await api(saveLocation, { ...fields, ...versions, isSubmitting })
        : { ...(await create(serverState, fields)), message: null };
      queryClient.setQueryData(ownLocationQuery(api, location.id).queryKey, location);
      void queryClient.invalidateQueries({ queryKey: OWN_LISTS });
      return { location, message };
    },
  };
}
