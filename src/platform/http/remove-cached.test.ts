import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { removeCached } from './remove-cached.ts';

const KEY = ['record', '7'];

/** A client, and a query whose requests respond in the order in which they are released. */
function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  return { client, requests, query: { queryKey: KEY, queryFn } };
}

test('the next loader fetches again what was cached', async () => {
  const { client, requests, query } = setUp();
  client.setQueryData(KEY, 'old');
  removeCached(client, { queryKey: KEY });
  const loaded = client.ensureQueryData(query);
  requests[0]?.resolve('new');
  expect(await loaded).toBe('new');
});

test('a loader that waits gets the response of a new request', async () => {
  const { client, requests, query } = setUp();
  const loaded = client.ensureQueryData(query);
  removeCached(client, { queryKey: KEY });
  requests[0]?.resolve('old');
  requests[1]?.resolve('new');
  expect(await loaded).toBe('new');
  expect(client.getQueryData(KEY)).toBe('new');
});

test('a loader that waits gets the error of the new request', async () => {
  const { client, requests, query } = setUp();
  const loaded = client.ensureQueryData(query);
  removeCached(client, { queryKey: KEY });
  requests[1]?.reject(new Error('We cannot find this record.'));
  await expect(loaded).rejects.toThrow('We cannot find this record.');
});

test('what is shown stays with the filter for inactive queries', () => {
  const { client, query } = setUp();
  client.setQueryData(KEY, 'shown');
  const stop = new QueryObserver(client, { ...query, staleTime: Infinity }).subscribe(() => {});
  removeCached(client, { queryKey: KEY, type: 'inactive' });
  stop();
  expect(client.getQueryData(KEY)).toBe('shown');
});
