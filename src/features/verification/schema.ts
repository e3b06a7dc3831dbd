/** Names what a solved challenge may be used for. */
export const VERIFICATION_ACTIONS = ['LocationEnquiry', 'Contact', 'Register', 'ResetPassword'] as const;
export type VerificationAction = (typeof VERIFICATION_ACTIONS)[number];

/** A challenge must be solved and its solution used within this time (seconds). */
export const CHALLENGE_LIFETIME_SECONDS = 600;

/** The most that a solution may hold (characters). */
export const MAX_SOLUTION_LENGTH = 10_000;
