import { isNotFound, notFound, redirect } from '@tanstack/react-router';
import { type ErrorType, isApiError } from '../../platform/http/contract.ts';

/** Where a visitor without access to a page is redirected. */
const REDIRECTS: Partial<Record<ErrorType, string>> = {
  UNAUTHENTICATED: '/',
  FORBIDDEN: '/',
  EMAIL_NOT_VERIFIED: '/email-not-verified',
};

/**
 * Awaits the required data of a page. NOT_FOUND shows the not-found page, missing access redirects, any other error shows the error
 * page.
 */
export async function loadRequired<T>(data: Promise<T>): Promise<T> {
  try {
    return await data;
  } catch (error) {
    if (!isApiError(error)) throw error;
    // A URL with an invalid id leads to the not-found page too.
    if (['NOT_FOUND', 'INVALID', 'MALFORMED'].includes(error.errorType)) throw notFound();
    const { [error.errorType]: redirectTo } = REDIRECTS;
    throw redirectTo === undefined ? error : redirect({ to: redirectTo as '/' });
  }
}

/** Awaits data like {@link loadRequired}; undefined if it does not exist. */
export async function loadIfFound<T>(data: Promise<T>): Promise<T | undefined> {
  try {
    return await loadRequired(data);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
