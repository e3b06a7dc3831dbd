import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { isLoopback } from '../settings/encrypted-connections.ts';

/** An email in the outbox. */
export interface QueuedMail {
  readonly id: string;
  readonly recipient: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar?: string | null;
  readonly createdAt: Date;
  /** Id of the attempt, for emails whose attempts differ; included in the Message-ID. */
  readonly attemptId?: string;
  /** Ends such emails when it is called by POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

export interface Mailer {
  /** Host and port of the mail server, for error messages. */
  readonly server?: string;
  /** Sends an email. Called again for the same email and attempt, it sends an identical message: same Message-ID, date and content. */
  send(mail: QueuedMail, signal: AbortSignal): Promise<void>;
}

/** In milliseconds. */
const SMTP_TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** A mail server. Without `requireTls`, emails to a server that offers no TLS are sent unencrypted. */
interface SmtpServer {
  readonly url: string;
  readonly requireTls: boolean;
}

function createTransport({ url, requireTls }: SmtpServer) {
  // The mail server of a machine, such as Postfix of Debian, offers STARTTLS with a certificate that it has signed itself.
  const tls = !requireTls && isLoopback(new URL(url).hostname) ? { rejectUnauthorized: false } : {};
  return nodemailer.createTransport({ url, requireTLS: requireTls, tls, ...SMTP_TIMEOUTS });
}

/** Creates a mailer that sends by SMTP. @param from `Name <address>` */
export function createSmtpMailer(server: SmtpServer, from: string): Mailer {
  const transport = createTransport(server);
  return {
    server: new URL(server.url).host,
    send: async (mail, signal) => {
      await transport.sendMail({ ...toMessage(mail, from), signal });
    },
  };
}

/** Connects to an SMTP server and logs in, without sending anything. @throws if that fails */
export async function checkSmtpServer(server: SmtpServer): Promise<void> {
  const transport = createTransport(server);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Creates a mailer that writes emails to a folder: an .eml file, and a .json file for the preview at /dev/mail. */
export function createFolderMailer(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message: eml } = (await transport.sendMail(toMessage(mail, from))) as { message: Buffer };
      await mkdir(folder, { recursive: true });
      await writeAtomically(path.join(folder, `${mail.id}.eml`), eml);
      await writeAtomically(path.join(folder, `${mail.id}.json`), JSON.stringify({ ...mail, from }));
    },
  };
}

function toMessage(mail: QueuedMail, from: string): SendMailOptions {
  return {
    // Email addresses are passed as objects: in a string, a comma would separate two email addresses.
    from: parseSender(from),
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.calendar && {
      icalEvent: { method: /^METHOD:(\w+)/m.exec(mail.calendar)?.[1] ?? 'PUBLISH', content: mail.calendar },
    }),
    date: mail.createdAt,
    messageId: `<${[mail.id, mail.attemptId].filter(Boolean).join('.')}@${parseSender(from).address.split('@').at(-1)}>`,
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function parseSender(from: string): { name: string; address: string } {
  const [sender] = addressparser(from, { flatten: true });
  if (!sender?.address) throw new Error('MAIL_FROM has no address');
  return sender;
}

/** Writes to a temporary file and renames it, so that readers never see a partial file. */
async function writeAtomically(file: string, content: string | Buffer): Promise<void> {
  const unfinished = `${file}.part`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}
