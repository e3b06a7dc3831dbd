import { z } from 'zod';
import type { Access, Route } from './contract.ts';
import { PROBLEM_SCHEMA, describeErrorResponses, listErrors, toErrorResponses } from './openapi-errors.ts';
import { CREATED_HEADER } from './response-headers.ts';
import { type JsonSchema, type ObjectSchema, SchemaConverter } from './openapi-schemas.ts';

/** A route outside the JSON API, such as that of a picture. */
export interface FileRoute {
  readonly path: `/${string}`;
  readonly summary: string;
  readonly contentTypes: readonly string[];
}

/** A group of calls. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** Examples of a call: its input, path parameters included, and its output. */
export interface Example {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly siteUrl: string;
  readonly routes: readonly Route[];
  readonly files: readonly FileRoute[];
  /** In the order of the description. */
  readonly tags: readonly Tag[];
  /** The name of the tag of each route. */
  readonly tagByRoute: ReadonlyMap<Route, string | undefined>;
  /** Schemas that become components, by name. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** By name of the route, such as `GET /users`. */
  readonly examples: Readonly<Record<string, Example>>;
  /** Descriptions of parameters by name, for schemas without one. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Says in words who may call a route. */
  readonly formatAccess: (access: Access) => string;
}

const FILES_TAG = { name: 'Files', description: 'Pictures, map tiles and other files, without an account.' };

/** Describes every route as an OpenAPI 3.1 document. */
export function describeApi(description: Description) {
  const { info, siteUrl, routes, files, tags, schemas } = description;
  const converter = new SchemaConverter(schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `/api${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, converter, description) };
  }
  for (const file of files) paths[file.path] = { get: toFileOperation(file) };
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: siteUrl }],
    tags: [...tags, FILES_TAG],
    paths,
    components: {
      securitySchemes: { bearer: BEARER },
      headers: HEADERS,
      responses: describeErrorResponses(siteUrl),
      schemas: { Problem: PROBLEM_SCHEMA, ...converter.components },
    },
  };
}

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A service token, made in the back office under Settings, or the token of a session from `POST /api/login`.',
};

const HEADERS = {
  ETag: {
    description: 'The version of the response. Send it as If-None-Match: the answer is 304 while nothing has changed.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The URLs of the first, previous, next and last page (RFC 8288), relative to the URL of the request.',
    schema: { type: 'string' },
    example: '<?page=2>; rel="next"',
  },
  [CREATED_HEADER]: { description: 'The path of what was created.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
};

/** Returns an id that is as stable as method and path: GET /users/{id}/files is getUsersByIdFiles. */
function getOperationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path.replaceAll(/\{(\w+)\}/g, 'by-$1').split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function toOperation(route: Route, converter: SchemaConverter, description: Description) {
  const { tagByRoute, examples, parameters, formatAccess } = description;
  const input = converter.convertObject(route.input, 'input');
  const hasInput = Object.keys(input.properties ?? {}).length > 0;
  const example = examples[`${route.method} ${route.path}`];
  const [summary = '', ...rest] = route.summary.split('. ');
  return {
    operationId: getOperationId(route),
    tags: [tagByRoute.get(route)],
    summary,
    description: [...rest, formatAccess(route.access)].map((sentence) => sentence.replace(/\.?$/, '.')).join(' '),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': route.access,
    ...(route.confirmIdentity && { 'x-confirm-identity': route.confirmIdentity }),
    parameters: toParameters(route, input, example, parameters),
    ...toRequestBody(route, input, example),
    responses: {
      ...toSuccessResponse(route, converter, example),
      ...(route.isCacheable && { 304: { description: 'The response with the ETag of If-None-Match is current' } }),
      ...toErrorResponses(listErrors(route, hasInput)),
    },
  };
}

function isInBody(route: Route): boolean {
  return (route.method === 'POST' || route.method === 'PUT') && route.body !== 'bytes';
}

function listPathParameters({ path }: Route): Set<string> {
  return new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
}

function toParameters(
  route: Route,
  { properties = {}, required = [] }: ObjectSchema,
  example: Example | undefined,
  descriptions: Description['parameters'],
) {
  const inPath = listPathParameters(route);
  return Object.entries(properties)
    .filter(([name]) => inPath.has(name) || !isInBody(route))
    .map(([name, { description, ...schema }]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.includes(name),
      description: description ?? descriptions[name] ?? (inPath.has(name) ? descriptions['id'] : undefined),
      schema,
      example: example?.input?.[name],
    }));
}

function toRequestBody(route: Route, { properties = {}, required = [] }: ObjectSchema, example: Example | undefined) {
  if (route.body === 'bytes') {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return { requestBody: { required: true, content } };
  }
  if (!isInBody(route)) return {};
  const inPath = listPathParameters(route);
  const isOfBody = (name: string) => !inPath.has(name);
  const ofBody = (object: object) => Object.fromEntries(Object.entries(object).filter(([name]) => isOfBody(name)));
  const mandatory = required.filter(isOfBody);
  const schema = {
    type: 'object',
    properties: ofBody(properties),
    ...(mandatory.length > 0 && { required: mandatory }),
  };
  const type = route.body === 'multipart' ? 'multipart/form-data' : 'application/json';
  const content = { [type]: { schema, ...(example?.input && { example: ofBody(example.input) }) } };
  return { requestBody: { required: mandatory.length > 0, content } };
}

function toSuccessResponse(route: Route, converter: SchemaConverter, example: Example | undefined) {
  const { output, contentType, created, isCacheable } = route;
  if (contentType) return { 200: { description: 'The file', content: toFileContent([contentType]) } };
  if (output instanceof z.ZodVoid) return { 204: { description: 'Done; the response has no content' } };
  const schema = converter.convert(output, 'output');
  const headers = {
    ...(isCacheable && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(route.method === 'GET' && isPaged(output) && { Link: { $ref: '#/components/headers/Link' } }),
    ...(created && { [CREATED_HEADER]: { $ref: `#/components/headers/${CREATED_HEADER}` } }),
  };
  return {
    [created ? 201 : 200]: {
      description: created ? 'Created' : 'Success',
      ...(Object.keys(headers).length > 0 && { headers }),
      content: {
        'application/json': { schema, ...(example?.output !== undefined && { example: example.output }) },
      },
    },
  };
}

/** Whether the output is or contains a page of a list, in either form of the specification. */
function isPaged(output: z.ZodType): boolean {
  if (!(output instanceof z.ZodObject)) return false;
  const isPage = ({ meta, current_page }: Record<string, z.ZodType | undefined>) =>
    current_page !== undefined || (meta instanceof z.ZodObject && 'page' in meta.shape);
  const shape = output.shape as Record<string, z.ZodType>;
  return isPage(shape) || Object.values(shape).some((part) => part instanceof z.ZodObject && isPage(part.shape));
}

/** Describes files: bytes, text or, where nothing else is said, JSON. */
function toFileContent(contentTypes: readonly string[]): JsonSchema {
  const toSchema = (type: string) => {
    if (type.endsWith('json')) return { type: 'object' };
    return { type: 'string', ...(!/^text\/|xml$/.test(type) && { format: 'binary' }) };
  };
  return Object.fromEntries(contentTypes.map((type) => [type, { schema: toSchema(type) }]));
}

function toFileOperation({ path, summary, contentTypes }: FileRoute): JsonSchema {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    operationId: getOperationId({ method: 'GET', path }),
    summary,
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    tags: [FILES_TAG.name],
    security: [],
    responses: {
      200: { description: 'Success', content: toFileContent(contentTypes) },
      404: { description: 'Not found' },
    },
  };
}
