import { expect, test, vi } from 'vitest';
import { freePort } from '../../../../tests/support/site.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import type { Log } from '../../../platform/diagnostics/log.ts';
import { connectProvider } from './provider.server.ts';

test('says which provider cannot be reached, and why', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}/realm`;
  const env = { SSO_ISSUER: issuer, SSO_CLIENT_ID: 'recce', SSO_CLIENT_SECRET: 'secret', SSO_NAME: 'Agency' };
  const warn = vi.fn<Log['warn']>();
  const { singleSignOn } = readConfig(env);
  connectProvider(singleSignOn!, 'https://locations.example', { warn } as unknown as Log);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls).toEqual([
    [{ issuer, code: 'ECONNREFUSED', reason: 'fetch failed' }, 'the provider of single sign-on cannot be used'],
  ]);
});
