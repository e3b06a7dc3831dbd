import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type Unsubscription,
  findUnsubscriber,
  unsubscribe,
} from '../../features/call-outs/links/unsubscribing.commands.server.ts';
import { LINK_UNUSABLE } from '../../features/call-outs/messages.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Html, html } from '../../platform/text/html-template.ts';
import { STATIC_PAGE_POLICY, renderStaticPage } from '../../platform/text/static-html-page.ts';

const PATH = '/unsubscribe/:recipient/:signature';
/** Of a form with one field. */
const MAX_BODY_BYTES = 4_096;
/** Mail providers call for many people from few addresses. */
const RATE = { calls: 300, seconds: 600 };
const PAGE_POLICY = STATIC_PAGE_POLICY.replace("form-action 'none'", "form-action 'self'");

const params = z.object({ recipient: z.uuid(), signature: z.string().max(100) });

/** The URL that mail programs call for somebody who wants no more emails about call-outs. */
export function toUnsubscribeUrl(siteUrl: string, { recipient, signature }: Unsubscription): string {
  return `${siteUrl}/unsubscribe/${recipient}/${signature}`;
}

/**
 * Ends emails with one click in the mail program (RFC 8058): a POST of a form, which is not an API call. Mail programs without this open the
 * URL in a browser, where a button sends the same form, without logging in. Opening it changes nothing, as programs that scan emails do that.
 */
export async function registerUnsubscribing(
  server: FastifyInstance,
  { db, siteName, now }: { readonly db: Db; readonly siteName: string; readonly now: () => Date },
): Promise<void> {
  await server.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
      done(null),
    );
    context.get(PATH, async (request, reply) => {
      await findUnsubscriber(db, parseParams(request.params));
      return sendPage(reply, siteName, 'Stop emails about call-outs', FORM);
    });
    context.post(PATH, { config: { rateLimit: RATE } }, async (request, reply) => {
      const unsubscription = parseParams(request.params);
      const { message } = await db.transaction().execute((trx) => unsubscribe({ trx, at: now() }, unsubscription));
      const content = html`<p>${message}</p>
        <p><a href="/edit-profile">Change this in your profile</a></p>`;
      return sendPage(reply, siteName, 'Emails stopped', content);
    });
  });
}

const FORM = html`<p>
    Owners get these emails once they have agreed to them in their profile. You can stop yours here without logging in.
  </p>
  <form method="post"><button name="List-Unsubscribe" value="One-Click">Stop these emails</button></form>`;

function parseParams(given: unknown): Unsubscription {
  const { data } = params.safeParse(given);
  if (!data) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return data;
}

function sendPage(reply: FastifyReply, siteName: string, title: string, content: Html): FastifyReply {
  return reply
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(renderStaticPage(title, content, { className: 'notice', siteName }).text);
}
