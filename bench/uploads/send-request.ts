import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * Asks by the plainest client there is: what it costs itself would count as the server's. Resolves when all of the answer is there.
 * @throws when that is not 200
 */
export async function sendRequest(
  address: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<void> {
  const [answer] = (await once(request(address, { agent, ...options }).end(body), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for ${address}`);
}
