import { ROLES, type Role } from '../permissions.ts';

/** How long a user counts as confirmed after logging in or confirming who they are. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** The total lifetime of a session that began by single sign-on: the provider decides once a day whether there is another one. */
export const SINGLE_SIGN_ON_TOTAL_MS = 12 * 3_600_000;

/** Whether a session is within the idle timeout and the total lifetime of the role. */
export function isSessionActive(
  role: Role,
  session: { createdAt: Date; usedAt: Date; singleSignOn: boolean },
  now: Date,
): boolean {
  const { idle, total } = ROLES[role].session;
  const age = now.getTime() - session.createdAt.getTime();
  if (session.singleSignOn && age >= SINGLE_SIGN_ON_TOTAL_MS) return false;
  return now.getTime() - session.usedAt.getTime() < idle && age < total;
}

/** Whether the user of a session has confirmed recently who they are. */
export function isRecentlyConfirmed(confirmedAt: Date | null, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMED_FOR_MS;
}
