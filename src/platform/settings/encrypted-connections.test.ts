import { expect, test } from 'vitest';
import { readProductionConfig } from './config.ts';

const ENCRYPTED = {
  DATABASE_URL: 'postgres://recce:secret@db.example/recce?sslmode=verify-full',
  SITE_URL: 'https://recce.example',
  SMTP_URL: 'smtp://mail.example:587',
  STORAGE_URL: 's3://bucket?endpoint=https://s3.example&region=eu-west-2',
};
const read = (env: NodeJS.ProcessEnv) => readProductionConfig({ ...ENCRYPTED, ...env }, { embedded: false });

test('accepts encrypted connections, and requires STARTTLS of the mail server', () => {
  expect(read({}).smtp).toEqual({ url: ENCRYPTED.SMTP_URL, requireTls: true });
});

test.each([
  { DATABASE_URL: 'postgres://recce:secret@127.0.0.1:5432/recce', SMTP_URL: 'smtp://localhost' },
  { DATABASE_URL: 'postgres:///recce?host=/run/postgresql' },
  { DATABASE_URL: 'postgres://recce:secret@db.internal/recce', PLAINTEXT_HOSTS: 'mail.internal, db.internal' },
  { STORAGE_URL: 's3://bucket?endpoint=http://S3:8333', PLAINTEXT_HOSTS: 's3' },
  { STORAGE_URL: 's3://bucket?region=eu-west-2' },
  { STORAGE_URL: 'file:///var/lib/recce/files' },
])('accepts connections that do not leave the machine or a private network: %j', (env) => {
  expect(() => read(env)).not.toThrow();
});

test('requires no STARTTLS of a mail server on this machine or in a private network', () => {
  expect(read({ SMTP_URL: 'smtp://127.0.0.1:25' }).smtp?.requireTls).toBe(false);
  expect(read({ SMTP_URL: 'smtp://relay:25', PLAINTEXT_HOSTS: 'relay' }).smtp?.requireTls).toBe(false);
});

test.each([
  [
    { DATABASE_URL: 'postgres://db.example/recce' },
    'DATABASE_URL: must end with sslmode=verify-full, or add db.example',
  ],
  [
    { DATABASE_URL: 'postgres://db.example/recce?sslmode=no-verify' },
    'DATABASE_URL: must end with sslmode=verify-full',
  ],
  [
    { DATABASE_URL: 'postgres:///recce?host=db.example' },
    'DATABASE_URL: must end with sslmode=verify-full, or add db.example',
  ],
  [
    { DATABASE_URL: 'postgres://db.example/recce?sslmode=verify-full&uselibpqcompat=true' },
    'DATABASE_URL: must not have the parameter uselibpqcompat',
  ],
  [{ STORAGE_URL: 's3://bucket?endpoint=http://s3.example' }, 'STORAGE_URL: must use https://, or add s3.example'],
  [{ SMTP_URL: 'smtp://mail.example?ignoreTLS=true' }, 'SMTP_URL: must not have the parameter ignoreTLS'],
  [
    { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' },
    'SMTP_URL: must not have the parameter tls.rejectUnauthorized',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT: must use https://, or add traces.example',
  ],
  [{ PLAINTEXT_HOSTS: 'http://relay' }, 'PLAINTEXT_HOSTS: must be host names'],
])('rejects %j at startup, in one line', (env, line) => {
  expect(() => read(env)).toThrow(line);
});
