/** The actions that require a solved challenge. */
export const VERIFICATION_ACTIONS = ['LocationEnquiry', 'Contact', 'Register', 'ResetPassword', 'NameGuest'] as const;
export type VerificationAction = (typeof VERIFICATION_ACTIONS)[number];

/** Lifetime of a challenge and its solution (seconds). */
export const CHALLENGE_LIFETIME_SECONDS = 600;

/** Characters. */
export const MAX_SOLUTION_LENGTH = 10_000;
