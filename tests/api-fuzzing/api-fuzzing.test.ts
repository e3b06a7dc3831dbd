import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Route, toSearchParams } from '../../src/platform/http/contract.ts';
import { INPUTS, getRouteName, listRoutes } from '../permissions/calls.ts';
import { SharedFixtures, createFixtures } from '../permissions/fixtures.ts';
import { type CallerName, addPeople } from '../permissions/people.ts';
import { readText } from '../support/event-streams.ts';
import { signInAs } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { type Schema, callInput } from './inputs.ts';

/** Inputs per operation; each is sent by another caller in turn. More for a longer search: API_FUZZING_RUNS=200. */
const RUNS = Number(process.env['API_FUZZING_RUNS'] ?? 7);
/** Repeats a search: API_FUZZING_SEED=…, as in the title of the tests. */
const SEED = Number(process.env['API_FUZZING_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CALLERS: readonly CallerName[] = ['nobody', 'unverified', 'scoutA', 'ownerA', 'film_officeA', 'admin', 'admin'];

const site = await startSite();
const people = await addPeople(site);
const shared = new SharedFixtures(async () => {
  await site.db.deleteFrom('boards').execute();
  return createFixtures(site, people);
});
const description = (await (await fetch(`${site.url}/api/openapi.json`)).json()) as Schema;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema(description, 'api');

const validators = new Map<string, ValidateFunction>();

/** Returns a check of a response body by its schema in the description. */
function getValidator(pointer: string): ValidateFunction {
  let validator = validators.get(pointer);
  if (!validator) validators.set(pointer, (validator = ajv.compile({ $ref: `api#${pointer}` })));
  return validator;
}

function resolve(reference: string): Schema {
  const parts = reference.slice('#/'.length).split('/');
  return parts.reduce<Schema>((value, part) => value[part] as Schema, description);
}

const toPointer = (...parts: readonly string[]) =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Returns the schema of all inputs of a call as one object. */
function getInputSchema({ parameters = [], requestBody }: Schema): Schema {
  const body = (Object.values(requestBody?.content ?? {}) as { schema: Schema }[])[0]?.schema ?? {};
  const list = parameters as { name: string; required: boolean; schema: Schema }[];
  return {
    properties: {
      ...Object.fromEntries(list.map(({ name, schema }) => [name, schema])),
      ...(body['properties'] as object | undefined),
    },
    required: [
      ...list.filter(({ required }) => required).map(({ name }) => name),
      ...((body['required'] as string[]) ?? []),
    ],
  };
}

/** Encodes any value as a part of a path or a query; nested ones as JSON. */
function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed();
}

async function send(route: Route, caller: CallerName, input: Readonly<Record<string, unknown>>): Promise<Response> {
  const rest: Record<string, unknown> = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = toText(rest[name]);
    delete rest[name];
    return encodeURIComponent(value === '.' || value === '..' ? '-' : value);
  });
  const inQuery = route.method === 'GET' || route.method === 'DELETE' || route.body === 'bytes';
  const flat = Object.entries(rest).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(toText) : toText(value),
  ]);
  const query = inQuery ? toSearchParams(Object.fromEntries(flat) as object as Record<string, unknown>).toString() : '';
  const token = caller === 'nobody' ? undefined : (await signInAs(site, people[caller])).token;
  return fetch(`${site.url}/api${path}${query && `?${query.slice(0, 8_000)}`}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(!inQuery && route.body !== 'multipart' && { 'content-type': 'application/json' }),
      ...(route.body === 'bytes' && { 'content-type': 'application/octet-stream' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(!inQuery && route.body !== 'multipart' && { body: JSON.stringify(rest) }),
    ...(route.body === 'bytes' && { body: new Uint8Array(100) }),
    ...(route.body === 'multipart' && { body: toForm(rest) }),
  });
}

function toForm(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (name !== 'file') form.append(name, toText(value));
  form.append('file', new Blob(['Title\nOld mill\n']), 'file.csv');
  return form;
}

/** Checks status, content type and body of a response against the description. */
async function assertDescribed(path: string, method: string, response: Response): Promise<void> {
  const text = await readText(response);
  const status = String(response.status);
  const { responses } = description['paths'][path][method] as { responses: Record<string, Schema> };
  expect(response.status, text).toBeLessThan(500);
  expect(Object.keys(responses), `${status}: ${text.slice(0, 500)}`).toContain(status);
  const { $ref } = responses[status]!;
  const pointer = $ref ? ($ref as string).slice(1) : toPointer('paths', path, method, 'responses', status);
  const content = ($ref ? resolve($ref as string) : responses[status]!)['content'] as Schema | undefined;
  const types = Object.keys(content ?? { none: {} }).map(withoutParameters);
  const type = withoutParameters(response.headers.get('content-type') ?? 'none');
  expect(types).toContain(type);
  const problems = type.endsWith('json') ? findErrors(`${pointer}${toPointer('content', type, 'schema')}`, text) : [];
  expect(problems, text.slice(0, 500)).toEqual([]);
}

/** Returns a content type without its charset. */
function withoutParameters(type: string): string {
  return type.split(';')[0]!;
}

/** Returns how a JSON text differs from a schema of the description. */
function findErrors(pointer: string, text: string) {
  const validator = getValidator(pointer);
  return validator(JSON.parse(text)) ? [] : validator.errors;
}

/** Maintenance would reject the other calls. */
const FIXED: Readonly<Record<string, object>> = { 'PUT /maintenance': { on: false } };

describe(`every answer is as described, with the seed ${SEED}`, () => {
  test.each(listRoutes(site).map((route) => [getRouteName(route), route] as const))(
    '%s',
    async (name, route) => {
      const path = `/api${route.path}`;
      const method = route.method.toLowerCase();
      const known = (await INPUTS[name]?.(await shared.get(), 'admin', people)) ?? {};
      const input = callInput(getInputSchema(description['paths'][path][method] as Schema), resolve, known);
      let turn = 0;
      await fc.assert(
        fc.asyncProperty(input, async (fields) => {
          const caller = CALLERS[turn++ % CALLERS.length]!;
          const response = await send(route, caller, { ...fields, ...FIXED[name] });
          shared.discardAfter(route, response.status);
          await assertDescribed(path, method, response);
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      );
    },
    600_000,
  );
});
