import { notFound, redirect } from '@tanstack/react-router';
import { type ErrorType, isApiError } from '../../platform/http/contract.ts';

/** Where an answer leads that says the page is not for whoever asks. */
const REDIRECTS: Partial<Record<ErrorType, string>> = {
  UNAUTHENTICATED: '/',
  FORBIDDEN: '/',
  EMAIL_NOT_VERIFIED: '/email-not-verified',
};

/**
 * Awaits what a page cannot do without: an answer NOT_FOUND shows the not-found page, one that the page is not for whoever asks
 * leads elsewhere, anything else shows the error page.
 */
export async function loadRequired<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error)) throw error;
    // An address that no page can have is asked for like any other.
    if (['NOT_FOUND', 'INVALID', 'MALFORMED'].includes(error.errorType)) throw notFound();
    const { [error.errorType]: redirectTo } = REDIRECTS;
    throw redirectTo === undefined ? error : redirect({ to: redirectTo as '/' });
  }
}
