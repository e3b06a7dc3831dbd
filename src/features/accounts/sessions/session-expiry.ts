import { ROLES, type Role } from '../permissions.ts';

/** Whether a session is within the idle timeout and the total lifetime of the role. */
export function isSessionActive(role: Role, session: { createdAt: Date; usedAt: Date }, now: Date): boolean {
  const { idle, total } = ROLES[role].session;
  return now.getTime() - session.usedAt.getTime() < idle && now.getTime() - session.createdAt.getTime() < total;
}
