import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request with the fastest client, whose own time counts as response time. Resolves when the response is complete.
 * @throws if the status is not 200
 */
export async function sendRequest(
  url: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<void> {
  const [response] = (await once(request(url, { agent, ...options }).end(body), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${url}`);
}
