import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, isApiError, isConflict, getErrorMessage } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { deleteLocation } from '../../deleting/contract.ts';
import * as routes from '../../publishing/contract.ts';
import { refreshRecord, setRecord } from '../client.ts';
import type { LocationRecord } from '../schema.ts';
import { useRecordConflict } from './useRecordConflict.ts';
import { ALREADY_LIVE, NOT_LIVE } from '../../messages.ts';

/** Milliseconds until a location is refetched after publishing or unpublishing: by then all caches are updated. */
const REFETCH_DELAY_MS = 1_000;

/** A message in an alert: why an action is not possible at the moment, or that it has failed. */
export interface PublishingMessage {
  readonly title: 'Warning' | 'Error';
  readonly message: ReactNode;
  /** The invalid fields that prevent the action, with their messages. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * The actions of the Locations Team on a location as a whole.
 * @param given.unsaved why unsaved changes prevent the actions; undefined without any
 * @param given.onDeleted called with the message of the server after deletion
 * @param given.onPublished called after publication
 */
export function usePublishing(given: {
  api: Api;
  record: LocationRecord;
  unsaved?: string | undefined;
  onDeleted: (message: string) => Promise<void>;
  onPublished?: () => void;
}) {
  const { api, record, unsaved, onDeleted, onPublished } = given;
  const { id, status } = record;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [running, setRunning] = useState<'publish' | 'unpublish' | 'move back'>();
  const [message, setMessage] = useState<PublishingMessage>();
  const { conflict, clearConflict, getVersions, showConflict } = useRecordConflict(api, record);

  const run = async (
    action: NonNullable<typeof running>,
    task: () => Promise<{ message: string }>,
    after: () => void,
  ) => {
    if (running) return;
    setRunning(action);
    try {
      const { message } = await task();
      toast({ text: message });
      after();
    } catch (error) {
      if (action === 'publish' && (await showConflict(action, error).catch(() => false))) return;
      setMessage(toMessage(error));
      if (isConflict(error)) void refreshRecord(queryClient, api, id);
    } finally {
      setRunning(undefined);
    }
  };
  const refetchLater = () => setTimeout(() => void refreshRecord(queryClient, api, id), REFETCH_DELAY_MS);
  /** Shows a warning if there are unsaved changes or another reason. @returns whether there are none */
  const canStart = (reason: false | string) => {
    const message = unsaved ?? reason;
    if (message !== false) setMessage({ title: 'Warning', message });
    return message === false;
  };

  const canPublish = () => {
    if (!canStart(status === 'LIVE' && ALREADY_LIVE)) return false;
    const { problem } = record.publishing;
    if (!problem) return true;
    setMessage({ title: 'Warning', ...problem });
    // Somebody else may have fixed it in the meantime.
    void refreshRecord(queryClient, api, id);
    return false;
  };
  const publish = () =>
    run(
      'publish',
      async () => api(routes.publish, await getVersions()),
      () => {
        setRecord(queryClient, api, id, { status: 'LIVE', location_status: 'PUBLISHED', submitted_at: null });
        onPublished?.();
        refetchLater();
      },
    );
  const unpublish = () =>
    run(
      'unpublish',
      () => api(routes.unpublish, { id }),
      () => {
        const offline = { status: 'NEW', location_status: 'DRAFT', publishedurl: null, published: null } as const;
        setRecord(queryClient, api, id, offline);
        refetchLater();
      },
    );
  const moveBack = () =>
    run(
      'move back',
      () => api(routes.updateStatus, { id, status: 'DRAFT', submitted_at: record.submitted_at ?? undefined }),
      () => {
        setRecord(queryClient, api, id, { location_status: 'DRAFT', submitted_at: null });
        void refreshRecord(queryClient, api, id);
      },
    );
  /** Throws an ApiError other than a conflict. */
  const remove = async () => {
    try {
      const { message } = await api(deleteLocation, await getVersions());
      await onDeleted(message);
    } catch (error) {
      if (!(await showConflict('delete', error))) throw error;
    }
  };

  return {
    running,
    message,
    clearMessage: () => setMessage(undefined),
    canPublish,
    publish: () => void publish(),
    remove,
    conflict,
    clearConflict,
    /** Repeats the action despite the conflict. */
    ignoreConflict: () => {
      if (conflict?.action === 'publish') void publish();
      else void remove().catch((error: unknown) => setMessage(toMessage(error)));
    },
    canUnpublish: () => canStart(status === 'NEW' && NOT_LIVE),
    unpublish,
    moveBack,
  };
}

/** Returns a warning for invalid images or fields and for conflicts, and an error for everything else. */
function toMessage(error: unknown): PublishingMessage {
  const message = getErrorMessage(error);
  if (!isApiError(error) || (error.errorType !== 'INVALID' && error.errorType !== 'CONFLICT'))
    return { title: 'Error', message };
  return { title: 'Warning', message, ...(error.fields && { fields: error.fields }) };
}
