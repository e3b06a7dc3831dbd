import type { FastifyInstance } from 'fastify';
import { endAbandonedSession } from '../../features/accounts/sessions/commands.server.ts';
import { endedSessionCookie, sessionCookie } from '../../features/accounts/sessions/session-cookie.ts';
import type { Db } from '../../platform/db/transaction.ts';

/**
 * Ends the session of a log-out that could not reach the server, at the next request of the browser. A request with a token shows
 * that the session is in use.
 */
export function endAbandonedSessions(
  server: FastifyInstance,
  { db, siteUrl, now }: { db: Db; siteUrl: string; now: () => Date },
): void {
  const cookie = sessionCookie(siteUrl);
  const endedSession = endedSessionCookie(siteUrl);
  server.addHook('onRequest', async ({ headers, cookies, routeOptions: { url = '' } }, reply) => {
    const sessionId = cookies[endedSession.name];
    const isPageOrApi = url === '/*' || url.startsWith('/api/');
    if (sessionId === undefined || headers.authorization !== undefined || !isPageOrApi) return;
    await endAbandonedSession(db, { key: cookies[cookie.name], sessionId }, now());
    reply.setCookie(endedSession.name, '', { ...endedSession.options, maxAge: 0 });
  });
}
