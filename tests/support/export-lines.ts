import { type Route } from '../../src/platform/http/contract.ts';
import { type RouteHandler, FileResponse } from '../../src/platform/http/route-handlers.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { createCallContext } from './call-context.ts';

/** Calls an export route as `actor`, null for a visitor. Returns the lines of the file. */
export async function exportLines(
  handlers: readonly RouteHandler[],
  route: Route,
  actor: Actor | null,
  input: object = {},
): Promise<string[]> {
  const handler = handlers.find((one) => one.route === route);
  const response = await handler!.handle(input, createCallContext(actor));
  if (!(response instanceof FileResponse)) throw new Error('not a file');
  let text = '';
  for await (const chunk of response.content) text += String(chunk);
  return text.replace('\ufeff', '').trim().split('\r\n');
}
