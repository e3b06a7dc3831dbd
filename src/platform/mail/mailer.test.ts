import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseMail, startMailServer } from '../../../tests/support/mail-server.ts';
import { type QueuedMail, createFolderMailer, createSmtpMailer } from './mailer.ts';

const FROM = 'Recce Scotland <no-reply@recce.example>';
const mail: QueuedMail = {
  id: '6f1b5a0e-0000-4000-8000-000000000001',
  recipient: 'isla@northlight.example',
  replyTo: 'locations@screen-alba.example',
  subject: 'We have your enquiry about Dùn Èideann',
  text: 'Tapadh leibh – thank you.',
  html: '<p>Tapadh leibh – thank you.</p>',
  createdAt: new Date('2026-11-20T14:02:00Z'),
};
const timeout = AbortSignal.timeout(60_000);

const server = await startMailServer();
afterAll(() => server.stop());
const folder = await mkdtemp(path.join(tmpdir(), 'recce-mail-'));
afterAll(() => rm(folder, { recursive: true }));

describe('by SMTP to another machine', async () => {
  const certificate = createCertificate(folder);
  const encrypted = await startMailServer(0, certificate);
  afterAll(() => encrypted.stop());
  const send = ({ url }: { url: string }) =>
    createSmtpMailer({ url: url.replace('127.0.0.1', 'localhost'), requireTls: true }, FROM).send(mail, timeout);

  test('sends nothing to a server without TLS, or with a certificate that nobody trusts', async () => {
    const before = server.received.length;
    await expect(send(server)).rejects.toThrow(/STARTTLS/);
    await expect(send(encrypted)).rejects.toThrow(/self-signed certificate/);
    expect([server.received.length - before, encrypted.received.length]).toEqual([0, 0]);
  });

  test('sends by STARTTLS to a server with a trusted certificate', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    await send(encrypted);
    expect(encrypted.received).toMatchObject([{ to: ['isla@northlight.example'] }]);
  });
});

/** Creates a self-signed certificate for localhost. */
function createCertificate(directory: string): { cert: string; key: string } {
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...names];
  execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

describe('by SMTP', () => {
  const mailer = createSmtpMailer({ url: server.url, requireTls: false }, FROM);
  const sent = async (changes: Partial<QueuedMail>) => {
    await mailer.send({ ...mail, ...changes }, timeout);
    return server.received.at(-1);
  };

  test('sends both parts with email addresses and date', async () => {
    const received = await sent({});
    expect(received).toMatchObject({ from: 'no-reply@recce.example', to: ['isla@northlight.example'] });
    expect(received?.parts).toEqual(
      new Map([
        ['text/plain', mail.text],
        ['text/html', mail.html],
      ]),
    );
    expect(Object.fromEntries(received?.headers ?? [])).toMatchObject({
      from: 'Recce Scotland <no-reply@recce.example>',
      to: 'isla@northlight.example',
      'reply-to': 'locations@screen-alba.example',
      date: 'Fri, 20 Nov 2026 14:02:00 +0000',
      'auto-submitted': 'auto-generated',
      'message-id': `<${mail.id}@recce.example>`,
    });
  });

  test('sends no reply-to header without a reply address', async () => {
    expect((await sent({ replyTo: null }))?.headers.has('reply-to')).toBe(false);
  });

  test('prevents header injection', async () => {
    const expected = [...((await sent({}))?.headers.keys() ?? [])];
    const breaks = fc.constantFrom('\r\n', '\n', '\r', '\u2028', '\0', ',', ';', '<', '>');
    const hostile = fc
      .tuple(fc.string(), breaks, breaks, fc.constantFrom('Bcc: x@evil.example', 'x@evil.example'))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (subject, text) => {
        const received = await sent({ subject, text });
        expect(received?.to).toEqual(['isla@northlight.example']);
        expect([...(received?.headers.keys() ?? [])]).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  test('never parses one email address as two', async () => {
    const recipient = 'isla,mallory@evil.example';
    await mailer.send({ ...mail, recipient }, timeout).catch(() => undefined);
    expect(server.received.flatMap(({ to }) => to)).not.toContain('mallory@evil.example');
  });

  test('accepts a self-signed certificate of a server on this machine only', async () => {
    const isSecure: boolean[] = [];
    const encrypted = new SMTPServer({
      authOptional: true,
      logger: false,
      onData: (stream, session, done) => {
        isSecure.push(session.secure);
        stream.resume().on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => void encrypted.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => encrypted.close(resolve)));
    const { port } = encrypted.server.address() as AddressInfo;
    await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, requireTls: false }, FROM).send(mail, timeout);
    expect(isSecure).toEqual([true]);
    // The same server by an IP address that does not count as this machine.
    const other = createSmtpMailer({ url: `smtp://[::ffff:127.0.0.1]:${port}`, requireTls: false }, FROM);
    await expect(other.send(mail, timeout)).rejects.toThrow('certificate');
  });
});

describe('into a folder', () => {
  const mailer = createFolderMailer(path.join(folder, 'mail'), FROM);

  test('stores an email that is sent twice once, as .eml and .json', async () => {
    await mailer.send(mail, timeout);
    await mailer.send(mail, timeout);
    expect((await readdir(path.join(folder, 'mail'))).toSorted()).toEqual([`${mail.id}.eml`, `${mail.id}.json`]);
    const eml = await readFile(path.join(folder, 'mail', `${mail.id}.eml`), 'utf8');
    expect(parseMail(eml).parts.get('text/html')).toBe(mail.html);
    expect(parseMail(eml).headers.get('to')).toBe('isla@northlight.example');
    const data: unknown = JSON.parse(await readFile(path.join(folder, 'mail', `${mail.id}.json`), 'utf8'));
    expect(data).toMatchObject({ from: FROM, subject: mail.subject, createdAt: '2026-11-20T14:02:00.000Z' });
  });
});
