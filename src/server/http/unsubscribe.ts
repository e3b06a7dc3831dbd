import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Unsubscription, unsubscribe } from '../../features/call-outs/links/unsubscribing.commands.server.ts';
import { LINK_UNUSABLE } from '../../features/call-outs/messages.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';

const PATH = '/unsubscribe/:recipient/:signature';
/** Of a form with one field. */
const MAX_BODY_BYTES = 4_096;
/** Mail providers call for many people from few addresses. */
const RATE = { calls: 300, seconds: 600 };

const params = z.object({ recipient: z.uuid(), signature: z.string().max(100) });

/** The URL that mail programs call for somebody who wants no more emails about call-outs. */
export function toUnsubscribeUrl(siteUrl: string, { recipient, signature }: Unsubscription): string {
  return `${siteUrl}/unsubscribe/${recipient}/${signature}`;
}

/**
 * Ends emails with one click in the mail program (RFC 8058): a POST of a form, which is not an API call. Opening the URL changes nothing, as
 * programs that scan emails do that; people choose the emails in their profile.
 */
export async function registerUnsubscribing(
  server: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): Promise<void> {
  await server.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
      done(null),
    );
    context.get(PATH, (_request, reply) => reply.redirect('/edit-profile', 302));
    context.post(PATH, { config: { rateLimit: RATE } }, async (request, reply) => {
      const { data } = params.safeParse(request.params);
      if (!data) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
      const { message } = await db.transaction().execute((trx) => unsubscribe({ trx, at: now() }, data));
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(message);
    });
  });
}
