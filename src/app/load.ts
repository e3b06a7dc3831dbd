import { notFound } from '@tanstack/react-router';
import { isApiError } from '../platform/http/contract.ts';

/** Awaits what a page cannot do without: an answer NOT_FOUND shows the not-found page, anything else its error page. */
export async function required<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.errorType === 'NOT_FOUND') throw notFound();
    throw error;
  }
}
