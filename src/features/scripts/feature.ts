import type { Feature } from '../../platform/feature/feature.ts';
import { query } from '../../platform/http/handlers.ts';
import { headingWords } from './contract.ts';
import { listHeadingWords } from './queries.server.ts';

/** Reading scripts in the browser. */
export const scriptFeature: Feature = {
  tag: 'search',
  handlers: [query(headingWords, () => Promise.resolve(listHeadingWords()))],
};
