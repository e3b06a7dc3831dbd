import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, isApiError, messageOf } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import * as calls from '../../publishing/contract.ts';
import { refreshRecord, showRecord } from '../../record/client.ts';
import type { LocationRecord } from '../../record/schema.ts';

/** Milliseconds until a location is asked for again that was published or taken offline: by then everything has heard of it. */
const REFETCH_DELAY = 1_000;

const UNSAVED =
  'There are unsaved changes on the location details. Please save or discard or your changes by clicking on reset';
export const PATIENCE = 'This may take a while, please do not close or refresh the window';

/** What is said in an alert: that an act is not possible as things are, or that it has failed. */
export interface Said {
  readonly title: 'Warning' | 'Error';
  readonly message: ReactNode;
  /** Fields that keep it from being done. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** What the Locations Team decides about a location as a whole. */
export function useDecisions(given: { api: Api; record: LocationRecord; isUnsaved: boolean }) {
  const { api, record, isUnsaved } = given;
  const { id, status } = record;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [running, setRunning] = useState<'publish' | 'unpublish' | 'move back'>();
  const [said, setSaid] = useState<Said>();

  const run = async (act: NonNullable<typeof running>, task: () => Promise<{ message: string }>, after: () => void) => {
    if (running) return;
    setRunning(act);
    try {
      const { message } = await task();
      toast({ text: message });
      after();
    } catch (error) {
      setSaid(saidOf(error));
      if (isApiError(error) && error.errorType === 'CONFLICT') void refreshRecord(queryClient, api, id);
    } finally {
      setRunning(undefined);
    }
  };
  const askAgainLater = () => setTimeout(() => void refreshRecord(queryClient, api, id), REFETCH_DELAY);
  /** @returns whether nothing speaks against it yet */
  const isClear = (against: false | string) => {
    const message = isUnsaved ? UNSAVED : against;
    if (message !== false) setSaid({ title: 'Warning', message });
    return message === false;
  };

  return {
    running,
    said,
    hush: () => setSaid(undefined),
    publish: () => {
      if (!isClear(status === 'LIVE' && 'This location is already live')) return;
      void run(
        'publish',
        () => api(calls.publish, { id }),
        () => {
          showRecord(queryClient, api, id, { status: 'LIVE', location_status: 'PUBLISHED' });
          askAgainLater();
        },
      );
    },
    /** Whether taking it offline can be asked. */
    mayTakeOffline: () => isClear(status === 'NEW' && 'This location is not live yet'),
    takeOffline: () =>
      run(
        'unpublish',
        () => api(calls.unpublish, { id }),
        () => {
          showRecord(queryClient, api, id, {
            status: 'NEW',
            location_status: 'DRAFT',
            publishedurl: null,
            published: null,
          });
          askAgainLater();
        },
      ),
    moveBack: () =>
      run(
        'move back',
        () => api(calls.updateStatus, { id, status: 'DRAFT' }),
        () => {
          showRecord(queryClient, api, id, { location_status: 'DRAFT', submitted_at: null });
          void refreshRecord(queryClient, api, id);
        },
      ),
  };
}

/** Rules that images or fields break are a warning; whatever else goes wrong is an error. */
function saidOf(error: unknown): Said {
  const message = messageOf(error);
  if (!isApiError(error) || (error.errorType !== 'INVALID' && error.errorType !== 'CONFLICT'))
    return { title: 'Error', message };
  return { title: 'Warning', message, ...(error.fields && { fields: error.fields }) };
}
