import type { FastifyRequest } from 'fastify';
import type { SecondFactorPolicy } from '../../features/accounts/sessions/second-factor-policy.server.ts';
import { findCallerByToken } from '../../features/accounts/sessions/queries.server.ts';
import { findCallerByServiceToken } from '../../features/api-tokens/queries.server.ts';
import { isServiceToken } from '../../features/api-tokens/token.server.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Caller } from '../../platform/http/route-handlers.ts';
import { rememberCaller } from './rejected-access.ts';
import { SharedCounter } from './shared-counter.ts';

/** Calls per service token over all nodes. */
const LIMIT = { calls: 300, seconds: 60 };

/** Finds the caller of an API request by its bearer token: that of a session, or a service token, whose calls are limited. */
export function createCallerFinder({
  db,
  secondFactor,
  now,
  limitsRates,
}: {
  db: Db;
  secondFactor: SecondFactorPolicy;
  now: () => Date;
  limitsRates: boolean;
}) {
  const counter = new SharedCounter(db);

  async function findByServiceToken(token: string): Promise<Caller | null> {
    const caller = await findCallerByServiceToken(db, token, now());
    // Only tokens that exist are counted, so that nobody can fill the table with invented ones.
    if (!caller || !limitsRates) return caller;
    const count = { key: `service token ${caller.actor.serviceToken!.id}`, max: LIMIT.calls };
    const wait = await counter.count([count], LIMIT.seconds, now());
    if (wait > 0)
      throw new ApiError(
        'TOO_MANY_REQUESTS',
        `This token is used too often. Try again in ${wait} seconds.`,
        undefined,
        wait,
      );
    return caller;
  }

  return async (request: Pick<FastifyRequest, 'headers'>): Promise<Caller | null> => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const caller = isServiceToken(token)
      ? await findByServiceToken(token)
      : await findCallerByToken({ db, secondFactor }, token, now());
    rememberCaller(request, caller);
    return caller;
  };
}
