import { useEffect, useState } from 'react';
import { type ParsedLocation, useHydrated, useLocation, useMatch, useRouter } from '@tanstack/react-router';

/** Search parameters of the page of an emailed link. */
export interface LinkSearch {
  /** The kind of email, in links whose secret is in the fragment, which no server receives: `?from=mail#token=SECRET`. */
  readonly from?: 'mail' | 'invitation';
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
  return from === 'mail' || from === 'invitation' ? { from } : {};
}

/** Whether an emailed link opened the page. The server cannot tell whether the link is complete. */
export function isMailedLink({ from, token }: LinkSearch): boolean {
  return from !== undefined || token !== undefined;
}

/**
 * Returns the secret of the emailed link that opened the page, and removes it from the URL, so that it is neither shown, nor copied with
 * the URL, nor in the history. Undefined until the page is hydrated, since the server does not know it; null if there is none.
 */
export function useLinkSecret(): string | null | undefined {
  const router = useRouter();
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  // While another page is being opened, this one is still shown, with the URL of the other.
  const isLeaving = useLocation({ select: ({ pathname }) => pathname !== page });
  const inAddress = useLocation({ select: findInAddress });
  const inState = useLocation({ select: ({ state }) => state.linkSecret });
  const current = inAddress ?? inState ?? null;
  const [secret, setSecret] = useState(current);
  if (!isLeaving && secret !== current) setSecret(current);
  useEffect(() => {
    if (isLeaving || inAddress === undefined) return;
    void router.navigate({
      to: '.',
      search: ({ from = 'mail' }: LinkSearch) => ({ from }),
      hash: '',
      state: { linkSecret: inAddress },
      replace: true,
      resetScroll: false,
    });
  }, [router, isLeaving, inAddress]);
  return useHydrated() ? secret : undefined;
}

function findInAddress({ hash, search }: Pick<ParsedLocation, 'hash' | 'search'>): string | undefined {
  return /^token=(.+)$/.exec(hash)?.[1] ?? (search as LinkSearch).token;
}
