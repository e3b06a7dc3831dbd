import type { Role } from '../../../platform/http/contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long a session lasts without use, and in all (milliseconds). */
export const SESSION_AGES: Readonly<Record<Role, { readonly idle: number; readonly total: number }>> = {
  SCOUT: { idle: 7 * DAY, total: 30 * DAY },
  OWNER: { idle: 7 * DAY, total: 30 * DAY },
  ADMIN: { idle: 12 * HOUR, total: 7 * DAY },
};

/** Whether a session of this role still lasts. */
export function lasts(role: Role, session: { createdAt: Date; usedAt: Date }, now: Date): boolean {
  const { idle, total } = SESSION_AGES[role];
  return now.getTime() - session.usedAt.getTime() < idle && now.getTime() - session.createdAt.getTime() < total;
}
