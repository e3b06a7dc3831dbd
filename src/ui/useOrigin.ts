import { useSyncExternalStore } from 'react';

/** The origin under which the browser has opened the site; empty on the server, which does not know it. */
export function useOrigin(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.origin,
    () => '',
  );
}

/** It never changes. */
const subscribe = () => () => {};
