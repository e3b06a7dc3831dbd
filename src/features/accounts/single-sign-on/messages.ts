import type { REFUSAL_NOTES } from '../../audit-log/entry-types.ts';

export const NO_SINGLE_SIGN_ON = 'This site has no single sign-on.';
export const providerUnreachable = (provider: string) =>
  `${provider} cannot be reached at the moment, so you cannot log in with it. Please try again in a minute.`;
export const providerCancelled = (provider: string) => `${provider} did not log you in. Please try again.`;
export const SIGN_ON_EXPIRED =
  'This log-in took too long, was completed already, or began in another browser. Please begin again.';
export const signOnUnverified = (provider: string) =>
  `We could not verify the answer of ${provider}, so you are not logged in. Please begin again.`;
export const NOT_YOU = 'You have logged in there as somebody else. Please confirm with your own account.';
export const NOT_AGAIN = 'You have not logged in again. Please begin again, and log in there.';
export const noLogInTime = (provider: string) =>
  `${provider} does not say when you logged in, so we cannot tell that it was now. Ask the people who look after ${provider} for the claim auth_time.`;
export const NOT_LINKED = 'Your account does not use single sign-on.';
export const UNLINKED = 'The account is no longer linked. The user is logged out everywhere.';
export const PASSWORD_SET = 'The password was set. The account is logged out everywhere.';
export const PASSWORDS_ARE_OFF = 'It can be used once TEAM_PASSWORDS is on again.';
export const CONFIRMED = 'Thank you';
export const REPEAT = 'Please repeat what you were about to do. We will not ask again for ten minutes.';

/** Reasons why a person cannot log in here although the provider has logged them in. */
export const REFUSALS = {
  'email-unverified': (provider: string) =>
    `${provider} has not verified your email address, so you cannot log in with it. Ask the people who look after ${provider}.`,
  'no-role': (provider: string) =>
    `Your account at ${provider} has no role on this site. Ask the Locations Team for one.`,
  'unclear-role': (provider: string) =>
    `Your account at ${provider} has no film office that this site knows, or several. Ask the Locations Team to correct that.`,
  'other-account': (provider: string) =>
    `Your email address has an account here that cannot be used with ${provider}. Log in with its password, or ask the Locations Team.`,
  'other-person': (provider: string) =>
    `The account with your email address is linked with somebody else at ${provider}. Ask the Locations Team to unlink it.`,
} as const satisfies Readonly<Record<keyof typeof REFUSAL_NOTES, (provider: string) => string>>;
export type Refusal = keyof typeof REFUSALS;
