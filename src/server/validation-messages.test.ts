import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '../platform/http/contract.ts';
import { PROFILE_FORMS } from '../features/accounts/schema.ts';
import { USER_FORMS } from '../features/accounts/administration/schema.ts';
import { recordForm } from '../features/locations/working-copy/check-fields.ts';
import { STEPS } from '../features/locations/submission/schema.ts';
import * as search from '../features/search/contract.ts';

const LONG = 'a'.repeat(40_000);
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
  -1,
  0.5,
  42,
  1e99,
  {},
  { [LONG]: 1 },
  { unknown: 1 },
  [],
  ['\0'],
  ['a', null],
  [{}],
  Array(2000).fill('a'),
];
/** Said by the validator itself where nothing else is: it begins as no message of ours does. */
const ITS_OWN = 'Words of the validator.';

const features = path.resolve(import.meta.dirname, '../features');
const contracts = await Promise.all(
  globSync('**/contract.ts', { cwd: features }).map(
    (file) => import(path.join(features, file)) as Promise<Record<string, unknown>>,
  ),
);
const routes = contracts
  .flatMap((contract) => Object.values(contract))
  .filter((value): value is Route => typeof value === 'object' && value !== null && 'access' in value);

/** Schemas that handlers choose among once they know who calls or what is changed. */
const forms: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries(PROFILE_FORMS).map(([role, form]) => [`the profile of ${role}`, form] as const),
  ...Object.entries(USER_FORMS).map(([role, form]) => [`a user who is ${role}`, form] as const),
  ...STEPS.map(({ title, form }) => [`the step ${title}`, form] as const),
  ['the form of the Locations Team', recordForm],
];
const inputs = [...routes.map(({ method, path: at, input }) => [`${method} ${at}`, input] as const), ...forms];

/** Puts a value in a place of an input. */
type Put = (value: unknown) => unknown;

/** Every place of an input where a schema looks at what was sent. */
function placesIn(schema: z.core.$ZodType): Put[] {
  const { def } = schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] };
  const here: Put = (value) => value;
  switch (def.type) {
    case 'object':
      return [
        here,
        ...Object.entries(def.shape).flatMap(([name, inner]) =>
          placesIn(inner).map((put): Put => (value) => ({ [name]: put(value) })),
        ),
      ];
    case 'array':
      return [
        here,
        ...placesIn(def.element).map((put): Put => (value) => [put(value)]),
      ];
    case 'record':
      return [
        here,
        ...placesIn(def.valueType).map((put): Put => (value) => ({ key: put(value) })),
      ];
    case 'union':
      return def.options.flatMap(placesIn);
    case 'pipe':
      return [...placesIn(def.in), ...placesIn(def.out)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return placesIn(def.innerType);
    default:
      return [here];
  }
}

beforeAll(() => z.config({ localeError: () => ITS_OWN }));
afterAll(() => z.config({ localeError: z.locales.en().localeError }));

function messagesOf(schema: z.ZodType): Set<string> {
  const messages = new Set<string>();
  for (const put of placesIn(schema)) {
    for (const value of WRONG) {
      const sent = put(value);
      // What a route gets is an object in any case.
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) continue;
      const { error } = schema.safeParse(sent);
      for (const { message } of error?.issues ?? []) messages.add(message);
    }
  }
  return messages;
}

test('every route is looked at', () => {
  expect(routes.length).toBeGreaterThan(100);
});

test.each(inputs)('whatever is wrong with what is sent to %s is told in words to act on', (_, input) => {
  const messages = [...messagesOf(input)];
  expect(messages.filter((message) => message === ITS_OWN || message === '' || message.length > 1_000)).toEqual([]);
});

test.each([
  ['0', 'Enter a number of at least 1.'],
  ['abc', 'Enter a number.'],
  ['1.5', 'Enter a whole number.'],
  ['1e7', 'Enter a number of at most 1,000,000.'],
])('page %s is answered with: %s', (currentPage, message) => {
  const { error } = search.searchLocations.input.safeParse({ currentPage });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('words that are too long to search for are told the limit', () => {
  const { error } = search.suggestLocations.input.safeParse({ query: LONG });
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Use at most 100 characters.']);
});
