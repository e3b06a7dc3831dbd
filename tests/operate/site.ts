import { logIn } from '../../src/features/accounts/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import type { Step } from './guide.ts';
import { type Machine, run, runBeside } from './machine.ts';
import { assert, waitFor } from './steps.ts';
import { visitDuring } from './visitors.ts';

export const SITE = 'https://localhost';
export const NODES = { 1: 'http://127.0.0.1:3001', 2: 'http://127.0.0.1:3002' } as const;
/** The same values as in the installation guide. */
const ADMIN = 'ailsa@example.org';

export const machine = JSON.parse(process.env['RECCE_MACHINE']!) as Machine;
export const sh = (script: string, options?: Parameters<typeof run>[2]) => run(machine, script, options).trim();

/** Like `sh`, but asynchronous, since this process sends requests and receives emails meanwhile. */
export const start = async (script: string) => (await runBeside(machine, script)).trim();

export function runSteps(steps: readonly Step[]): void {
  for (const { script, online } of steps) sh(script, { online });
}

export const setSetting = (name: string, value: string) =>
  sh(`sed --in-place '/^#\\?${name}=/d' /etc/recce/recce.env; echo '${name}=${value}' >> /etc/recce/recce.env`);

export const waitUntilReady = () =>
  Promise.all(
    Object.values(NODES).map((url) => waitFor(`${url} is ready`, async () => (await fetch(`${url}/api/ready`)).ok)),
  );

/** The account that setup has created. */
export const getAdmin = () => ({ email: ADMIN, password: sh('cat /root/recce-password') });

export type Session = Awaited<ReturnType<typeof openSession>>;

/** Logs the admin in, over https or at one node. */
export async function openSession(origin = SITE) {
  const { session } = await createHttpApi({ origin })(logIn, getAdmin());
  assert(session, 'no session');
  const authorization = `Bearer ${session.token}`;
  const fetchAs = (address: string, init: RequestInit = {}) =>
    fetch(origin + address, { ...init, headers: { ...init.headers, authorization } });
  return { api: createHttpApi({ origin, token: () => session.token }), fetch: fetchAs };
}

/** Works while visitors send requests. @throws if one of them fails */
export async function expectNoFailure(work: () => Promise<void>): Promise<string> {
  const { requests, failures, longestMs } = await visitDuring(SITE, work);
  const examples = failures.slice(0, 5).join('; ');
  assert(failures.length === 0, `${failures.length} of ${requests} requests failed: ${examples}`);
  return `${requests} requests, none failed, the longest took ${longestMs} ms`;
}
