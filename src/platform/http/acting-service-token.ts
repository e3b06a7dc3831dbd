import { AsyncLocalStorage } from 'node:async_hooks';

const actingToken = new AsyncLocalStorage<string>();

/** Runs the handler of a call by a service token, so that what it records can name the token. */
export function runAsServiceToken<Result>(name: string, handle: () => Result): Result {
  return actingToken.run(name, handle);
}

/** The name of the service token whose call is being handled; undefined in calls of people, jobs and commands. */
export function getActingServiceToken(): string | undefined {
  return actingToken.getStore();
}
