import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../html-template.ts';

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

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail may show pictures and open links in a new tab, but run no scripts and send nothing to the site. */
const MAIL_POLICY =
  "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

/** Serves the mails of a folder at /dev/mail. For development only: mails contain personal data. */
export function registerMailPreview(server: FastifyInstance, folder: string): void {
  server.get('/dev/mail', async (_, reply) => {
    return sendHtml(reply, PAGE_POLICY, renderListPage(await readMails(folder)));
  });
  server.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    return mail ? sendHtml(reply, PAGE_POLICY, renderMailPage(mail)) : reply.callNotFound();
  });
  server.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    return mail ? sendHtml(reply, MAIL_POLICY, mail.html) : reply.callNotFound();
  });
}

function sendHtml(reply: FastifyReply, policy: string, page: Html | string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(String(page));
}

/** Newest first. */
async function readMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(undefinedIfMissing);
  const ids = (names ?? []).filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
  const mails = await Promise.all(ids.map((id) => readMail(folder, id)));
  return mails.filter((mail) => mail !== undefined).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

async function readMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  const text = await readFile(path.join(folder, `${id}.json`), 'utf8').catch(undefinedIfMissing);
  return text === undefined ? undefined : storedMail.parse(JSON.parse(text));
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/London',
});

function renderListPage(mails: readonly StoredMail[]): Html {
  if (mails.length === 0) return renderPage('Outgoing mail', html`<p>No mail has been sent yet.</p>`);
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td>${dateTimeFormat.format(mail.createdAt)}</td>
        <td>${mail.recipient}</td>
        <td><a href="/dev/mail/${mail.id}">${mail.subject}</a></td>
      </tr>`,
  );
  return renderPage(
    'Outgoing mail',
    html`<table>
      <thead>
        <tr>
          <th scope="col">Queued</th>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  );
}

function renderMailPage(mail: StoredMail): Html {
  return renderPage(
    mail.subject,
    html`<p><a href="/dev/mail">All mail</a></p>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.recipient}</dd>
        <dt>Reply to</dt>
        <dd>${mail.replyTo ?? 'the sender'}</dd>
        <dt>Queued</dt>
        <dd>${dateTimeFormat.format(mail.createdAt)}</dd>
      </dl>
      <h2>HTML</h2>
      <iframe
        src="/dev/mail/${mail.id}/html"
        title="The mail as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>Text</h2>
      <pre>${mail.text}</pre>`,
  );
}

function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              16px/1.5 system-ui,
              sans-serif;
          }
          body {
            max-width: 60rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          table {
            width: 100%;
            border-collapse: collapse;
          }
          th,
          td {
            padding: 0.5rem 0.75rem 0.5rem 0;
            border-bottom: 1px solid;
            text-align: left;
            vertical-align: top;
          }
          dl {
            display: grid;
            grid-template-columns: max-content 1fr;
            gap: 0 1rem;
          }
          dt {
            font-weight: 600;
          }
          dd {
            margin: 0;
          }
          iframe {
            width: 100%;
            height: 70vh;
            border: 1px solid;
            background: #ffffff;
          }
          pre {
            padding: 1rem;
            border: 1px solid;
            white-space: pre-wrap;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html> `;
}
