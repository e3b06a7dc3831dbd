import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { type QueuedMail, createFolderMailer } from './mailer.ts';
import { registerMailPreview } from './mail-preview.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'recce-mail-'));
afterAll(() => rm(folder, { recursive: true }));
const server = fastify();
registerMailPreview(server, folder);

const mail: QueuedMail = {
  id: '6f1b5a0e-0000-4000-8000-000000000001',
  recipient: 'isla@northlight.example',
  replyTo: null,
  subject: 'About <script>alert(1)</script>',
  text: 'Two nights & a crane.',
  html: '<!doctype html><p>Two nights &amp; a crane.</p>',
  createdAt: new Date('2026-11-20T14:02Z'),
};
const sendMail = (changes: Partial<QueuedMail>) =>
  createFolderMailer(folder, 'Recce <no-reply@recce.example>').send(
    { ...mail, ...changes },
    AbortSignal.timeout(10_000),
  );
const get = (url: string) => server.inject({ url });

test('lists the emails in the folder, newest first', async () => {
  expect((await get('/dev/mail')).payload).toContain('No email has been sent yet.');
  await sendMail({});
  await sendMail({
    id: '6f1b5a0e-0000-4000-8000-000000000002',
    subject: 'A later one',
    createdAt: new Date('2026-11-21'),
  });
  const { payload, headers } = await get('/dev/mail');
  expect(payload.indexOf('A later one')).toBeLessThan(payload.indexOf('About &#60;script&#62;'));
  expect(payload).toContain('20 Nov 2026, 14:02');
  expect(payload).not.toContain('<script');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('shows an email as text, and as HTML in a sandboxed frame', async () => {
  await sendMail({});
  const page = await get(`/dev/mail/${mail.id}`);
  expect(page.payload).toContain('Two nights &#38; a crane.');
  expect(page.payload).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const frame = await get(`/dev/mail/${mail.id}/html`);
  expect(frame.payload).toBe(mail.html);
  const policy = String(frame.headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'.*sandbox/);
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
});

test('serves no other files', async () => {
  await writeFile(path.join(folder, 'other.json'), '{}');
  for (const id of ['other', '..%2F..%2Fetc%2Fpasswd', '6f1b5a0e-0000-4000-8000-0000000000ff']) {
    expect((await get(`/dev/mail/${id}`)).statusCode).toBe(404);
  }
});
