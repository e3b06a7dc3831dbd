import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { headingWords as words } from './schema.ts';

export const headingWords = route('GET', '/heading-words', {
  summary:
    'Lists the words of scene headings in the languages that the region adds to English, German, French and Spanish. The browser reads scripts with them',
  access: 'public',
  input: z.object({}),
  output: z.array(words),
  isCacheable: true,
});
