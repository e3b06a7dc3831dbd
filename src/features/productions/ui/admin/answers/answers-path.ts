import { getProductionPath } from '../production-list.tsx';

/** Element id of the heading. */
export const ANSWERS_ID = 'production-answers';

/** Returns the URL of the answers on the page of a production. */
export function getAnswersHref(production: { readonly id: string }): string {
  return `${getProductionPath(production)}#${ANSWERS_ID}`;
}
