import { type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import type { HumanVerification } from './commands.server.ts';
import { verificationChallenge } from './contract.ts';

/** Hands out the challenges that go before what only people may do. */
export function verificationHandlers(verification: HumanVerification): RouteHandler[] {
  return [createHandler(verificationChallenge, ({ action }) => verification.challenge(action))];
}
