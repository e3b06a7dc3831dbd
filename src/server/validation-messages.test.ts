import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '../platform/http/contract.ts';
import { PROFILE_FORMS } from '../features/accounts/schema.ts';
import { USER_FORMS } from '../features/accounts/administration/schema.ts';
import { recordForm } from '../features/locations/working-copy/check-fields.ts';
import { STEPS } from '../features/locations/editing/schema.ts';
import * as search from '../features/search/contract.ts';

const LONG = 'a'.repeat(40_000);
/** Invalid values that clients may send, in a URL or as JSON. */
const INVALID_VALUES = [
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
/** Replaces the built-in messages of zod, to detect issues without a message of ours. */
const BUILT_IN_MESSAGE = 'Built-in message of the validator.';

const features = path.resolve(import.meta.dirname, '../features');
const contracts = await Promise.all(
  globSync('**/contract.ts', { cwd: features }).map(
    (file) => import(path.join(features, file)) as Promise<Record<string, unknown>>,
  ),
);
const routes = contracts
  .flatMap((contract) => Object.values(contract))
  .filter((value): value is Route => typeof value === 'object' && value !== null && 'access' in value);

/** Schemas that handlers select at run time, by the role of the caller or the target. */
const forms: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries(PROFILE_FORMS).map(([role, form]) => [`the profile of ${role}`, form] as const),
  ...Object.entries(USER_FORMS).map(([role, form]) => [`a user who is ${role}`, form] as const),
  ...STEPS.map(({ title, form }) => [`the step ${title}`, form] as const),
  ['the form of the Locations Team', recordForm],
];
const inputs = [...routes.map(({ method, path: at, input }) => [`${method} ${at}`, input] as const), ...forms];

/** Builds an input with a value at one position. */
type Put = (value: unknown) => unknown;

/** Lists every position of an input that the schema validates. */
function listPositions(schema: z.core.$ZodType): Put[] {
  const { def } = schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] };
  const here: Put = (value) => value;
  switch (def.type) {
    case 'object':
      return [
        here,
        ...Object.entries(def.shape).flatMap(([name, inner]) =>
          listPositions(inner).map((put): Put => (value) => ({ [name]: put(value) })),
        ),
      ];
    case 'array':
      return [
        here,
        ...listPositions(def.element).map((put): Put => (value) => [put(value)]),
      ];
    case 'record':
      return [
        here,
        ...listPositions(def.valueType).map((put): Put => (value) => ({ key: put(value) })),
      ];
    case 'union':
      return def.options.flatMap(listPositions);
    case 'pipe':
      return [...listPositions(def.in), ...listPositions(def.out)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return listPositions(def.innerType);
    default:
      return [here];
  }
}

beforeAll(() => z.config({ localeError: () => BUILT_IN_MESSAGE }));
afterAll(() => z.config({ localeError: z.locales.en().localeError }));

function collectMessages(schema: z.ZodType): Set<string> {
  const messages = new Set<string>();
  for (const put of listPositions(schema)) {
    for (const value of INVALID_VALUES) {
      const input = put(value);
      // The input of a route is always an object.
      if (typeof input !== 'object' || input === null || Array.isArray(input)) continue;
      const { error } = schema.safeParse(input);
      for (const { message } of error?.issues ?? []) messages.add(message);
    }
  }
  return messages;
}

test('covers every route', () => {
  expect(routes.length).toBeGreaterThan(100);
});

test.each(inputs)('has a specific message for every invalid input to %s', (_, input) => {
  const messages = [...collectMessages(input)];
  expect(
    messages.filter((message) => message === BUILT_IN_MESSAGE || message === '' || message.length > 1_000),
  ).toEqual([]);
});

test.each([
  ['0', 'Enter a number of at least 1.'],
  ['abc', 'Enter a number.'],
  ['1.5', 'Enter a whole number.'],
  ['1e7', 'Enter a number of at most 1,000,000.'],
])('rejects page %s with: %s', (currentPage, message) => {
  const { error } = search.searchLocations.input.safeParse({ currentPage });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('rejects a search query that is too long with the limit', () => {
  const { error } = search.suggestLocations.input.safeParse({ query: LONG });
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Use at most 100 characters.']);
});
