import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Route } from '../platform/http/contract.ts';
import * as enquiries from '../features/enquiries/contract.ts';
import * as locations from '../features/locations/contract.ts';
import * as pages from '../features/pages/contract.ts';
import * as search from '../features/search/contract.ts';

const ROUTES: readonly Route[] = [enquiries, locations, pages, search].flatMap((contract) =>
  Object.values<Route>({ ...contract }),
);
const LONG = 'a'.repeat(20_000);
/** What programs send by mistake or on purpose, in an address or as JSON. */
const WRONG = [
  undefined,
  '',
  '\0',
  'abc',
  '0',
  '-1',
  '0.5',
  '1e99',
  LONG,
  null,
  true,
  42,
  {},
  [],
  ['\0'],
  ['a', null],
  Array(200).fill('a'),
];
/** How the validator itself begins. */
const ITS_OWN = /^(Invalid|Too (small|big)|Unrecognized|Expected)/;

const inputs = ROUTES.flatMap(({ method, path, input }) =>
  Object.keys((input as z.ZodObject).shape).map((name) => ({ name, call: `${method} ${path}`, input })),
);

test.each(inputs)('a wrong $name of $call is told in words that a person can act on', ({ name, input }) => {
  const messages = WRONG.flatMap((value) => input.safeParse({ [name]: value }).error?.issues ?? [])
    .filter((issue) => issue.path[0] === name)
    .map((issue) => issue.message);
  expect(messages.filter((message) => ITS_OWN.test(message))).toEqual([]);
});

test.each([
  ['0', 'Give a number of at least 1.'],
  ['abc', 'Give a number.'],
  ['1.5', 'Give a whole number.'],
  ['1e7', 'Give a number of at most 1,000,000.'],
])('page %s is answered with: %s', (currentPage, message) => {
  const { error } = search.searchLocations.input.safeParse({ currentPage });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('words that are too long to search for are told the limit', () => {
  const { error } = search.suggestLocations.input.safeParse({ query: LONG });
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Use at most 100 characters.']);
});
