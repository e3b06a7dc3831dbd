import { expect, test } from 'vitest';
import type { ErrorBody } from './contract.ts';
import { toProblem } from './problem.ts';

const required = 'This is required.';

test.each<[string, ErrorBody, string]>([
  ['the fields', { errorType: 'INVALID', message: 'Check.', fields: { title: required } }, 'Invalid input: title'],
  [
    'three of many fields',
    { errorType: 'INVALID', message: 'Check.', fields: { a: required, b: required, c: required, d: required } },
    'Invalid input: a, b, c and 1 more',
  ],
  [
    'what the whole input lacks',
    { errorType: 'INVALID', message: 'Check.', fields: { '': 'Enter an object.' } },
    'Enter an object.',
  ],
  ['the message of an error without fields', { errorType: 'INVALID', message: 'Choose one.' }, 'Choose one.'],
  ['the type of another error', { errorType: 'NOT_FOUND', message: 'This board is gone.' }, 'Not found'],
])('the title of a problem names %s', (_name, body, title) => {
  expect(toProblem(body, 'https://locations.example', '70c3c2aa-d6ac-43dd-b222-0b901621aafd')).toMatchObject({ title });
});
