#!/bin/sh
# @tanstack/query-core 5.108.4: cancelling the requests of a list before an optimistic change, as the documentation of optimistic updates
# does, also cancels the first request of another page under the same key. Whoever waits for that page, such as the loader of a route, gets a
# CancelledError, the page stays without data, and the answer that arrives later is thrown away. A page that has data keeps it. Seen:
#   page that has data: resolved
#   page in its first request: CancelledError, then status pending, fetch idle
#   the same, cancelling only what has data: resolved, then status success, fetch idle
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @tanstack/query-core@5.108.4
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { QueryClient } from '@tanstack/query-core';

/** Starts to load a page, cancels the requests of the list, lets the server answer, and returns what happened to the loader. */
async function load(cached, filters) {
  const client = new QueryClient();
  const queryKey = ['list', { page: 2 }];
  if (cached) client.setQueryData(queryKey, 'before', { updatedAt: 1 });
  const answer = Promise.withResolvers();
  const loader = client.fetchQuery({ queryKey, queryFn: () => answer.promise, retry: false }).then(
    () => 'resolved',
    (error) => error.constructor.name,
  );
  await client.cancelQueries({ queryKey: ['list'], ...filters });
  answer.resolve('after');
  return [await loader, client.getQueryState(queryKey)];
}

const hasData = { predicate: ({ state }) => state.data !== undefined };
const [cached] = await load(true, {});
console.log(`page that has data: ${cached}`);
const [first, state] = await load(false, {});
console.log(`page in its first request: ${first}, then status ${state.status}, fetch ${state.fetchStatus}`);
const [other, otherState] = await load(false, hasData);
console.log(`the same, cancelling only what has data: ${other}, then status ${otherState.status}, fetch ${otherState.fetchStatus}`);
assert.deepEqual([cached, first, state.status, other, otherState.status], ['resolved', 'CancelledError', 'pending', 'resolved', 'success']);
SCRIPT
node seen.mjs
