import { ROLES, type Role } from '../permissions.ts';

/** How long a user counts as confirmed after logging in or confirming who they are. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** Whether a session is within the idle timeout and the total lifetime of the role. */
export function isSessionActive(role: Role, session: { createdAt: Date; usedAt: Date }, now: Date): boolean {
  const { idle, total } = ROLES[role].session;
  return now.getTime() - session.usedAt.getTime() < idle && now.getTime() - session.createdAt.getTime() < total;
}

/** Whether the user of a session has confirmed recently who they are. */
export function isRecentlyConfirmed(confirmedAt: Date | null, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMED_FOR_MS;
}
