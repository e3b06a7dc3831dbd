import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { fromSearchParams, toSearchParams } from './contract.ts';

/** Clients and proxies store such a response, and ask before each use whether it is still current. */
export const REVALIDATED = 'public, no-cache';

/** The header with the URL of the created object. */
export const CREATED_HEADER = 'Location';

/**
 * Sets the status and the URL of a response about a new object. @param template the path, such as
 * /users/{input.id}/files/{file.id}
 */
export function setCreated(reply: FastifyReply, template: string, input: unknown, output: unknown): void {
  const path = template.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const isOfInput = name.startsWith('input.');
    const value = getField(isOfInput ? input : output, isOfInput ? name.slice('input.'.length) : name);
    if (value === undefined) throw new Error(`there is no ${name} for ${template}`);
    return encodeURIComponent(`${value as string | number}`);
  });
  reply.code(201).header(CREATED_HEADER, `/api${path}`);
}

function getField(from: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], from);
}

/**
 * Returns the entity tag of a response that depends only on the URL and on a version of its data. Weak, since the bytes depend on the
 * compression.
 */
export function createEntityTag(version: string, url: string): string {
  return `W/"${createHash('sha256').update(`${version} ${url}`).digest('base64url').slice(0, 22)}"`;
}

/** Whether a client has the response with an entity tag already. @param ifNoneMatch the header of the request */
export function isKnown(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(entityTag));
}

/** Four links repeat the query: proxies accept some kilobytes of headers in a response. */
const MAX_LINKED_QUERY = 2_000;

/**
 * Returns the Link header (RFC 8288) of a page of a list, with the first, previous, next and last page. Both forms of lists of the
 * specification have it. Returns undefined for any other response, and for a long query.
 */
export function getPageLinks(url: string, output: unknown): string | undefined {
  // Some objects are returned with a page of what they contain.
  const page =
    findPage(output) ??
    Object.values(output ?? {})
      .map(findPage)
      .find(Boolean);
  if (!page) return undefined;
  const { parameter, current, size, total } = page;
  const last = Math.max(1, Math.ceil(total / size));
  const [, query = ''] = url.split('?', 2);
  if (query.length > MAX_LINKED_QUERY) return undefined;
  const link = (number: number, relation: string) => {
    const params = { ...fromSearchParams(new URLSearchParams(query)), [parameter]: number };
    // Relative to the URL of the request, whose path can contain a secret.
    return `<?${toSearchParams(params).toString()}>; rel="${relation}"`;
  };
  return [
    link(1, 'first'),
    ...(current > 1 ? [link(Math.min(current - 1, last), 'prev')] : []),
    ...(current < last ? [link(current + 1, 'next')] : []),
    link(last, 'last'),
  ].join(', ');
}

interface PageOfList {
  readonly parameter: 'page' | 'currentPage';
  readonly current: number;
  readonly size: number;
  readonly total: number;
}

function findPage(output: unknown): PageOfList | undefined {
  if (typeof output !== 'object' || output === null) return undefined;
  const { current_page, per_page, total, meta } = output as Record<string, unknown>;
  if (typeof current_page === 'number' && typeof per_page === 'number' && typeof total === 'number')
    return { parameter: 'page', current: current_page, size: per_page, total };
  const page = (meta as Record<string, Record<string, unknown>> | undefined)?.['page'];
  if (typeof page?.['current'] !== 'number') return undefined;
  const { current, size, total_results } = page as unknown as Record<'current' | 'size' | 'total_results', number>;
  return { parameter: 'currentPage', current, size, total: total_results };
}
