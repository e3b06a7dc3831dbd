import type { ReactNode } from 'react';
import { type UseQueryResult } from '@tanstack/react-query';
import { getErrorMessage, isApiError } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import '../../enquiries/ui/thread/thread.css';
import './link-page.css';

/**
 * The page of an emailed link. It loads in the browser, as the server does not get the secret of the link.
 * @param props.token undefined before hydration; null without a secret
 * @param props.title heading until it is loaded
 * @param props.ended why a link can have ended, as the beginning of a sentence
 * @param props.afterEnd what can be done with a link that has ended
 */
export function LinkPage<Data>(props: {
  token: string | null | undefined;
  found: UseQueryResult<Data>;
  title: string;
  ended: string;
  afterEnd?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { token, found, title, ended, afterEnd, children } = props;
  const isUnusable = token === null || (isApiError(found.error) && found.error.errorType === 'NOT_FOUND');
  return (
    <main id="content" tabIndex={-1} className="wrap thread-page viewing-page">
      {isUnusable && (
        <>
          <h1 className="display display--3">This link has ended</h1>
          <p>
            {ended}, or the link was copied without its last characters.{' '}
            <a className="link" href="/contact-us">
              Write to us
            </a>{' '}
            if you need something.
          </p>
          {afterEnd}
        </>
      )}
      {!isUnusable && found.data !== undefined && children(found.data)}
      {!isUnusable && found.data === undefined && (
        <>
          <h1 className="display display--3">{title}</h1>
          <noscript>
            <p className="alert">Turn on JavaScript in your browser to read this page.</p>
          </noscript>
          {found.error === null ? (
            <p className="thread-page__loading" role="status">
              Loading…
            </p>
          ) : (
            <>
              <ErrorAlert message={getErrorMessage(found.error)} />
              <button type="button" className="button form__submit" onClick={() => void found.refetch()}>
                Try again
              </button>
            </>
          )}
        </>
      )}
    </main>
  );
}
