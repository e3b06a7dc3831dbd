import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { newDraftQuery, ownLocationQuery } from '../../client.ts';
import { openDeviceStorage } from './autosave/device-storage.ts';
import { createSaveRequests } from './autosave/save-requests.ts';
import type { ServerState } from './autosave/server-state.ts';
import { Autosaver } from './autosave/autosaver.ts';
import type { Snapshot } from './autosave/snapshot.ts';

/** Creates the autosaver of a page, and connects it to the device storage and to browser events. */
export function useAutosaver(
  api: Api,
  userId: string,
  serverState: ServerState,
): { saver: Autosaver; snapshot: Snapshot } {
  const queryClient = useQueryClient();
  const [saver] = useState(() => new Autosaver(serverState, createSaveRequests(api, queryClient, serverState.start)));
  const snapshot = useSyncExternalStore(saver.subscribe, saver.snapshot, saver.snapshot);
  useEffect(() => {
    saver.restore(openDeviceStorage(userId));
    const send = () => void saver.sendDraft();
    const onHide = () => document.hidden && send();
    addEventListener('online', send);
    addEventListener('offline', send);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      removeEventListener('online', send);
      removeEventListener('offline', send);
      document.removeEventListener('visibilitychange', onHide);
      send();
      saver.stop();
      // The page refetches its data when it is opened again.
      const { location } = saver.snapshot().serverState;
      const { queryKey } = location ? ownLocationQuery(api, location.id) : newDraftQuery(api);
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [api, queryClient, saver, userId]);
  return { saver, snapshot };
}
