import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A received email. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** By lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded, by content type. */
  readonly parts: ReadonlyMap<string, string>;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Rejects the next commands of this kind with a code and text; without a reply, accepts them again. */
  setRejection(command: 'RCPT TO' | 'DATA', reply?: { code: number; text: string }): void;
  /** Resolves once this many emails have arrived. */
  waitForMails(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an SMTP server on a loopback port, by default any free one.
 * @param tls certificate and key for STARTTLS, which is not offered otherwise
 */
export async function startMailServer(port = 0, tls?: { cert: string; key: string }): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const rejections = new Map<string, { code: number; text: string }>();
  const arrivals = new Set<() => void>();
  const rejection = (command: string) => {
    const reply = rejections.get(command);
    return reply && Object.assign(new Error(reply.text), { responseCode: reply.code });
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    ...tls,
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(rejection('RCPT TO')),
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream).catch(() => undefined);
      if (source === undefined) return done(new Error('the connection was closed'));
      const rejected = rejection('DATA');
      if (!rejected) {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parseMail(source) });
        for (const check of arrivals) check();
      }
      done(rejected);
    },
  });
  // A client that breaks off, such as the worker of a node that stops.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    setRejection: (command, reply) => {
      if (reply) rejections.set(command, reply);
      else rejections.delete(command);
    },
    waitForMails: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          arrivals.delete(check);
          resolve();
        };
        arrivals.add(check);
        check();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses a message of text parts, as far as the project's own emails need. */
export function parseMail(source: string): Pick<ReceivedMail, 'headers' | 'parts'> {
  const [head, body] = headAndBody(source);
  const headers = parseHeaders(head);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = new Map<string, string>();
  for (const part of boundary ? body.split(`--${boundary}`).slice(1, -1) : [source]) {
    const [partHead, content] = headAndBody(part.replace(/^\r\n/, ''));
    const partHeaders = parseHeaders(partHead);
    const type = partHeaders.get('content-type')?.split(';')[0] ?? 'text/plain';
    parts.set(type, decode(content, partHeaders.get('content-transfer-encoding')));
  }
  return { headers, parts };
}

function headAndBody(source: string): [head: string, body: string] {
  const end = source.indexOf('\r\n\r\n');
  return [source.slice(0, end), source.slice(end + 4)];
}

function parseHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

function decode(content: string, encoding: string | undefined): string {
  const bytes =
    encoding === 'base64' ? Buffer.from(content, 'base64') : Buffer.from(unquote(content, encoding), 'latin1');
  return bytes.toString().replaceAll('\r\n', '\n').trimEnd();
}

function unquote(content: string, encoding: string | undefined): string {
  if (encoding !== 'quoted-printable') return content;
  return content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
