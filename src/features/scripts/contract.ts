import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { headingWords as words } from './schema.ts';

export const headingWords = route('GET', '/heading-words', {
  summary:
    'Lists the words of scene headings in the languages of the region. Scripts are read by the browser with them',
  access: 'public',
  input: z.object({}),
  output: z.array(words),
  isCacheable: true,
});
