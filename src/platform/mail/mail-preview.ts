import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { formatDateTime } from '../text/dates.ts';
import { nullIfFileMissing } from '../files/null-if-file-missing.ts';
import { html, type Html } from '../text/html-template.ts';
import { STATIC_PAGE_POLICY, renderStaticPage, renderTable } from '../text/static-html-page.ts';

const storedMail = z.object({
  id: z.uuid(),
  from: z.string(),
  recipient: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.coerce.date(),
});
type StoredMail = z.infer<typeof storedMail>;

const PAGE_POLICY = `${STATIC_PAGE_POLICY}; frame-src 'self'`;
/** An email may show pictures and open links in a new tab, but run no scripts and send nothing to the site. */
const MAIL_POLICY =
  "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

/**
 * Serves the emails of a folder at /dev/mail. For the demo only: emails contain personal data and links that log in. Requests from
 * another machine, directly or through a proxy, get 404.
 */
export function registerMailPreview(server: FastifyInstance, folder: string): void {
  const options = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromThisMachine(request)) reply.callNotFound();
    },
  };
  server.get('/dev/mail', options, async (_, reply) => {
    return sendHtml(reply, PAGE_POLICY, renderListPage(await readMails(folder)));
  });
  server.get<{ Params: { id: string } }>('/dev/mail/:id', options, async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    return mail ? sendHtml(reply, PAGE_POLICY, renderMailPage(mail)) : reply.callNotFound();
  });
  server.get<{ Params: { id: string } }>('/dev/mail/:id/html', options, async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    return mail ? sendHtml(reply, MAIL_POLICY, mail.html) : reply.callNotFound();
  });
}

const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isLoopback = ipaddr.process(socket.remoteAddress ?? '0.0.0.0').range() === 'loopback';
  return isLoopback && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
}

function sendHtml(reply: FastifyReply, policy: string, page: Html | string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(String(page));
}

/** Newest first. */
async function readMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(nullIfFileMissing);
  const ids = (names ?? []).filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
  const mails = await Promise.all(ids.map((id) => readMail(folder, id)));
  return mails.filter((mail) => mail !== undefined).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

async function readMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  const text = await readFile(path.join(folder, `${id}.json`), 'utf8').catch(nullIfFileMissing);
  return text === null ? undefined : storedMail.parse(JSON.parse(text));
}

function renderListPage(mails: readonly StoredMail[]): Html {
  const rows = mails.map(({ id, createdAt, recipient, subject }) => [
    formatDateTime(createdAt.toISOString()),
    recipient,
    html`<a href="/dev/mail/${id}">${subject}</a>`,
  ]);
  const list =
    rows.length > 0 ? renderTable(['Queued', 'To', 'Subject'], rows) : html`<p>No email has been sent yet.</p>`;
  return renderStaticPage('Outgoing emails', list);
}

function renderMailPage(mail: StoredMail): Html {
  return renderStaticPage(
    mail.subject,
    html`<p><a href="/dev/mail">All emails</a></p>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.recipient}</dd>
        <dt>Reply to</dt>
        <dd>${mail.replyTo ?? 'the sender'}</dd>
        <dt>Queued</dt>
        <dd>${formatDateTime(mail.createdAt.toISOString())}</dd>
      </dl>
      <h2>HTML</h2>
      <iframe
        src="/dev/mail/${mail.id}/html"
        title="The email as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>Text</h2>
      <pre>${mail.text}</pre>`,
  );
}
