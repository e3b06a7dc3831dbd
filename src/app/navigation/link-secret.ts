import { useEffect } from 'react';
import { type ParsedLocation, useHydrated, useLocation, useRouter } from '@tanstack/react-router';

/** Search parameters of the page of a mailed link. */
export interface LinkSearch {
  /** In links whose secret is in the fragment, which no server receives: `?from=mail#token=SECRET`. */
  readonly from?: 'mail';
  /** The secret itself: in links of earlier versions. */
  readonly token?: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The secret of the link that opened the page, so that the page can be reloaded. */
    linkSecret?: string;
  }
}

export function validateLinkSearch({ from, token }: Record<string, unknown>): LinkSearch {
  if (typeof token === 'string') return { token };
  return from === 'mail' ? { from } : {};
}

/** Whether a mailed link opened the page. The server cannot tell whether the link is complete. */
export function isMailedLink({ from, token }: LinkSearch): boolean {
  return from !== undefined || token !== undefined;
}

/**
 * Returns the secret of the mailed link that opened the page, and removes it from the address, so that it is neither shown, nor copied
 * with the address, nor in the history. Undefined until the page is hydrated, since the server does not know it; null if there is none.
 */
export function useLinkSecret(): string | null | undefined {
  const router = useRouter();
  const inAddress = useLocation({ select: findInAddress });
  const inState = useLocation({ select: ({ state }) => state.linkSecret });
  useEffect(() => {
    if (inAddress === undefined) return;
    void router.navigate({
      to: '.',
      search: { from: 'mail' },
      hash: '',
      state: { linkSecret: inAddress },
      replace: true,
      resetScroll: false,
    });
  }, [router, inAddress]);
  const secret = inAddress ?? inState ?? null;
  return useHydrated() ? secret : undefined;
}

function findInAddress({ hash, search }: Pick<ParsedLocation, 'hash' | 'search'>): string | undefined {
  return /^token=(.+)$/.exec(hash)?.[1] ?? (search as LinkSearch).token;
}
