import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { date, singleLine } from '../../../platform/http/field-schemas.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { SHOOT_COLUMNS, shoot } from './schema.ts';

const diaryParams = tableParams(SHOOT_COLUMNS).extend({
  /** Beginnings of words in the title of the location, or the name of its local authority. */
  query: singleLine.max(100).default(''),
  /** Whether the last day is today or later, or has passed. */
  when: z.enum(['upcoming', 'past']).optional(),
  /**
   * Whether another production films nearby on one of the days. Only of days today and later, which can still be moved: the clashes of
   * twenty years take longer than a request may.
   */
  clash: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  /** Shoots on any of these days, inclusive. */
  from: date.optional(),
  to: date.optional(),
});

export const diary = route('GET', '/productions/diary', {
  summary: 'Lists the days on which productions film at locations, the earliest first by default, with clashes',
  access: 'production.view',
  input: diaryParams,
  output: pageSchema(shoot),
});

export const exportDiary = route('GET', '/productions/diary/export', {
  summary: 'Exports the matching days of filming in the same order as CSV',
  access: 'production.view',
  input: diaryParams.omit({ page: true }),
  ...CSV,
});
