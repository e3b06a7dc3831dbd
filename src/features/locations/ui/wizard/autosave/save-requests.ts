import type { QueryClient } from '@tanstack/react-query';
import { type Api, isApiError } from '../../../../../platform/http/contract.ts';
import { OWN_LISTS } from '../../../working-copy/client.ts';
import { newDraftQuery, ownLocationQuery } from '../../../submission/client.ts';
import {
  createLocation,
  ownLocationById,
  saveDraft,
  saveLocation,
  saveNewDraft,
} from '../../../submission/contract.ts';
import type { TypedFields } from '../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../submission/schema.ts';
import type { ServerState } from './server-state.ts';
import type { SaveRequests } from './autosaver.ts';

/** Of a location that was created and not saved since. */
const FIRST_VERSION = 1;

/**
 * Keeps what is typed by the calls of the API, and what other pages have loaded of it in step.
 * @param start what a location that is still to come begins with
 */
export function createSaveRequests(api: Api, queryClient: QueryClient, start: TypedFields = {}): SaveRequests {
  // Made here, so that a creation whose answer is lost and that is asked for again makes one location.
  const newId = crypto.randomUUID();
  /** Whether a creation was asked for and nothing is known of what has come of it. */
  let isUncertain = false;

  /** The location whose creation was answered to nobody, if it is there. */
  const unanswered = async (): Promise<OwnLocation | undefined> => {
    if (!isUncertain) return undefined;
    return api(ownLocationById, { id: newId }).catch((error: unknown) => {
      if (isApiError(error) && error.errorType === 'NOT_FOUND') return undefined;
      throw error;
    });
  };

  const create = async (serverState: ServerState, fields: TypedFields): Promise<OwnLocation> => {
    const there = await unanswered();
    if (there) {
      // What was typed since goes on top, as long as nobody else has saved it.
      const versions = { id: newId, version: FIRST_VERSION, draftVersion: there.draft?.version ?? 0 };
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
      const there = await unanswered();
      if (!there) return api(saveNewDraft, { draftVersion, fields });
      const versions = { id: newId, version: FIRST_VERSION, draftVersion: there.draft?.version ?? 0 };
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
