import type { Feature } from '../../platform/feature/feature.ts';
import { query } from '../../platform/http/handlers.ts';
import type { HumanVerification } from './commands.server.ts';
import { verificationChallenge } from './contract.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    readonly verification: HumanVerification;
  }
}

/** The verification that a request comes from a human. */
export const proofOfWorkFeature: Feature = {
  tag: 'enquiries',
  handlers: [
    query(verificationChallenge, (_db, _caller, { action }, { verification }) => verification.challenge(action)),
  ],
};
