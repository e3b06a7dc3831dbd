import createClient from 'openapi-fetch';
import type { LocationCard, paths } from './recce-api.d.ts';

/** A program as another company would write it, in the types that are generated from the API description. It prints what it has read. */
const { RECCE_URL: baseUrl = '', RECCE_TOKEN: token = '' } = process.env;
const recce = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

/** Reads all pages of a search by their links. */
async function searchAll(query: string): Promise<{ total: number; titles: string[] }> {
  const locations: LocationCard[] = [];
  for (let currentPage = 1; ; currentPage++) {
    const { data, error, response } = await recce.GET('/api/locations', {
      params: { query: { query, currentPage, setting: ['Coastal'] } },
    });
    if (error) throw new Error(error.message);
    locations.push(...data.data);
    if (!response.headers.get('link')?.includes('rel="next"')) {
      return { total: data.meta.page.total_results, titles: locations.map(({ title }) => title) };
    }
  }
}

/** Says what to do about an error, by its status and type. */
async function getMissing(locationurl: string): Promise<string> {
  const path = { locationurl };
  const { error, response } = await recce.GET('/api/locations/by-url/{locationurl}', { params: { path } });
  if (response.status === 404 && error?.errorType === 'NOT_FOUND') return `not found: ${error.message}`;
  throw new Error(`status ${response.status}`);
}

/** Reads the menu again only if it has changed. */
async function readTwice(): Promise<number[]> {
  const first = await recce.GET('/api/menu');
  const again = await recce.GET('/api/menu', { headers: { 'if-none-match': first.response.headers.get('etag') } });
  return [first.response.status, again.response.status];
}

async function createBoard(title: string) {
  const { data, error, response } = await recce.POST('/api/boards', { body: { title } });
  if (error) throw new Error(`${error.errorType}: ${error.message}`);
  return { id: data.id, location: response.headers.get('location') };
}

async function createInvalid(): Promise<Record<string, string> | undefined> {
  const { error, response } = await recce.POST('/api/boards', { body: { title: '' } });
  return response.status === 422 ? error?.fields : undefined;
}

/** None of these must compile. */
export async function makeMistakes(location: LocationCard): Promise<void> {
  // @ts-expect-error a path that does not exist
  await recce.GET('/api/no-such-route');
  // @ts-expect-error a method that the path does not have
  await recce.DELETE('/api/menu');
  // @ts-expect-error a parameter that does not exist
  await recce.GET('/api/locations', { params: { query: { words: 'castle' } } });
  // @ts-expect-error a parameter of another type
  await recce.GET('/api/locations', { params: { query: { currentPage: 'first' } } });
  // @ts-expect-error a path parameter that is missing
  await recce.GET('/api/locations/by-url/{locationurl}');
  // @ts-expect-error a field that does not exist
  await recce.POST('/api/boards', { body: { name: 'Night exteriors' } });
  const { data, error } = await recce.POST('/api/boards', { body: { title: 'Night exteriors' } });
  // @ts-expect-error a result that is missing after an error
  console.log(data.id);
  // @ts-expect-error a type of error that does not exist
  console.log(error?.errorType === 'LOST');
  // @ts-expect-error a field of the result that does not exist
  console.log(location.coordinates);
}

console.log(
  JSON.stringify({
    search: await searchAll('castle'),
    missing: await getMissing('no-such-castle'),
    statuses: await readTwice(),
    board: await createBoard('Night exteriors'),
    invalid: await createInvalid(),
  }),
);
