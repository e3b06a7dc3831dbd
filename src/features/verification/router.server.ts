import { type Binding, bind } from '../../platform/http/server.ts';
import type { HumanVerification } from './commands.server.ts';
import { verificationChallenge } from './contract.ts';

/** Hands out the challenges that go before what only people may do. */
export function verificationBindings(verification: HumanVerification): Binding[] {
  return [bind(verificationChallenge, ({ action }) => verification.challenge(action))];
}
