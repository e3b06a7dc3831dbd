import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, isApiError, isConflict, getErrorMessage } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { deleteLocation } from '../../deleting/contract.ts';
import * as calls from '../../publishing/contract.ts';
import type { Change } from '../../../../ui/ChangesDialog.tsx';
import { recordQuery, refreshRecord, setRecord } from '../../record/client.ts';
import type { LocationRecord } from '../../record/schema.ts';
import { describeChanges } from './describe-changes.ts';
import { ALREADY_LIVE, NOT_LIVE } from '../../messages.ts';

/** Milliseconds until a location is asked for again that was published or taken offline: by then everything has heard of it. */
const REFETCH_DELAY_MS = 1_000;

const UNSAVED_MESSAGE =
  'There are unsaved changes on the location details. Please save or discard or your changes by clicking on reset';
export const SLOW_MESSAGE = 'This may take a while, please do not close or refresh the window';

/** What is said in an alert: that an act is not possible as things are, or that it has failed. */
export interface DecisionMessage {
  readonly title: 'Warning' | 'Error';
  readonly message: ReactNode;
  /** Fields that keep it from being done. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** What is decided by what one sees of a location: where that has changed, it is not done. */
type CheckedAction = 'publish' | 'delete';

/**
 * What the Locations Team decides about a location as a whole.
 * @param given.onDeleted told the message once it is gone
 */
export function usePublishing(given: {
  api: Api;
  record: LocationRecord;
  isUnsaved: boolean;
  onDeleted: (message: string) => Promise<void>;
}) {
  const { api, record, isUnsaved, onDeleted } = given;
  const { id, status } = record;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [running, setRunning] = useState<'publish' | 'unpublish' | 'move back'>();
  const [message, setMessage] = useState<DecisionMessage>();
  const [conflict, setConflict] = useState<{ readonly act: CheckedAction; readonly changes: readonly Change[] }>();

  /** One's own change of an image has the record be asked for again; what comes of it is no news. */
  const shownRecord = async () => {
    const query = recordQuery(api, id);
    const isOpen = queryClient.isFetching({ queryKey: query.queryKey }) > 0;
    const { images_version } = isOpen ? await queryClient.fetchQuery({ ...query, staleTime: Infinity }) : record;
    return { id, version: record.version, images_version };
  };
  /** @returns whether something has changed, which is shown then, that the act did not know of */
  const showConflict = async (act: CheckedAction, error: unknown) => {
    if (!isConflict(error)) return false;
    const now = await queryClient.fetchQuery({ ...recordQuery(api, id), staleTime: 0 });
    const changes = describeChanges(record, now);
    if (changes.length === 0 || (act === 'publish' && now.status === 'LIVE')) return false;
    setConflict({ act, changes });
    return true;
  };
  const run = async (act: NonNullable<typeof running>, task: () => Promise<{ message: string }>, after: () => void) => {
    if (running) return;
    setRunning(act);
    try {
      const { message } = await task();
      toast({ text: message });
      after();
    } catch (error) {
      if (act === 'publish' && (await showConflict(act, error).catch(() => false))) return;
      setMessage(toMessage(error));
      if (isConflict(error)) void refreshRecord(queryClient, api, id);
    } finally {
      setRunning(undefined);
    }
  };
  const refetchLater = () => setTimeout(() => void refreshRecord(queryClient, api, id), REFETCH_DELAY_MS);
  /** @returns whether nothing speaks against it yet */
  const isClear = (against: false | string) => {
    const message = isUnsaved ? UNSAVED_MESSAGE : against;
    if (message !== false) setMessage({ title: 'Warning', message });
    return message === false;
  };

  /** Whether publishing it can be asked. */
  const canPublish = () => {
    if (!isClear(status === 'LIVE' && ALREADY_LIVE)) return false;
    const { problem } = record.publishing;
    if (!problem) return true;
    setMessage({ title: 'Warning', ...problem });
    // Somebody else may have put it right meanwhile.
    void refreshRecord(queryClient, api, id);
    return false;
  };
  const publish = () => {
    void run(
      'publish',
      async () => api(calls.publish, await shownRecord()),
      () => {
        setRecord(queryClient, api, id, { status: 'LIVE', location_status: 'PUBLISHED' });
        refetchLater();
      },
    );
  };
  /** @throws {ApiError} where it is not done for another reason than that it has changed */
  const remove = async () => {
    try {
      const { message } = await api(deleteLocation, await shownRecord());
      await onDeleted(message);
    } catch (error) {
      if (!(await showConflict('delete', error))) throw error;
    }
  };

  return {
    running,
    said: message,
    hush: () => setMessage(undefined),
    mayPublish: canPublish,
    publish,
    remove,
    unseen: conflict,
    /** Ends what is shown of it. */
    look: () => setConflict(undefined),
    /** Does after all what was not done because of it. */
    goOn: () => {
      if (conflict?.act === 'publish') publish();
      else void remove().catch((error: unknown) => setMessage(toMessage(error)));
    },
    /** Whether taking it offline can be asked. */
    mayTakeOffline: () => isClear(status === 'NEW' && NOT_LIVE),
    takeOffline: () =>
      run(
        'unpublish',
        () => api(calls.unpublish, { id }),
        () => {
          setRecord(queryClient, api, id, {
            status: 'NEW',
            location_status: 'DRAFT',
            publishedurl: null,
            published: null,
          });
          refetchLater();
        },
      ),
    moveBack: () =>
      run(
        'move back',
        () => api(calls.updateStatus, { id, status: 'DRAFT', submitted_at: record.submitted_at ?? undefined }),
        () => {
          setRecord(queryClient, api, id, { location_status: 'DRAFT', submitted_at: null });
          void refreshRecord(queryClient, api, id);
        },
      ),
  };
}

/** Rules that images or fields break are a warning; whatever else goes wrong is an error. */
function toMessage(error: unknown): DecisionMessage {
  const message = getErrorMessage(error);
  if (!isApiError(error) || (error.errorType !== 'INVALID' && error.errorType !== 'CONFLICT'))
    return { title: 'Error', message };
  return { title: 'Warning', message, ...(error.fields && { fields: error.fields }) };
}
