import { type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import type { HumanVerification } from './commands.server.ts';
import { verificationChallenge } from './contract.ts';

export function verificationHandlers(verification: HumanVerification): RouteHandler[] {
  return [createHandler(verificationChallenge, ({ action }) => verification.challenge(action))];
}
