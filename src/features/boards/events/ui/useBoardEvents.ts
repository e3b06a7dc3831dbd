import { useEffect, useRef, useState } from 'react';
import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { KEYS, refetchBoards } from '../../client.ts';
import type { BoardView } from '../../schema.ts';

/** Fetches a shared board again when somebody else has changed it. A change of one's own fetches it anyway, so this waits for that. */
export function useBoardEvents(api: Api, { id, version, private: isPrivate, shared }: BoardView): void {
  const client = useQueryClient();
  const toast = useToast();
  const [latest, setLatest] = useState<{ readonly version: number }>();
  const handled = useRef(latest);
  const isShared = isPrivate || shared.owner_name !== null || shared.share_count > 0;
  useEffect(() => {
    if (!isShared) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    // Most boards are not shared, and need none of this.
    void import('../client.ts').then(
      ({ watchBoard }) =>
        watchBoard(api, id, {
          signal,
          onVersion: (next) => setLatest({ version: next }),
          onGone: ({ message }) => toast({ kind: 'error', text: message }),
        }),
      () => undefined,
    );
    return () => stopping.abort();
  }, [api, id, isShared, toast]);
  const isBusy = useIsMutating() + useIsFetching({ queryKey: KEYS.views(id) }) > 0;
  useEffect(() => {
    // Each event causes one attempt: without a network, the next one follows when the stream is back.
    if (isBusy || handled.current === latest) return;
    handled.current = latest;
    if (latest?.version !== version) void refetchBoards(client);
  }, [client, isBusy, latest, version]);
}
