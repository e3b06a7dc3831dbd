import { type Route } from '../../src/platform/http/contract.ts';
import { type Actor, type RouteHandler, FileResponse } from '../../src/platform/http/route-handlers.ts';
import { callContextOf } from './call-context.ts';

/** The lines of the file that a call answers this person with. */
export async function exportLines(
  handlers: readonly RouteHandler[],
  asked: Route,
  actor: Actor,
  input: object = {},
): Promise<string[]> {
  const binding = handlers.find(({ route }) => route === asked);
  const answer = await binding!.handle(input, callContextOf(actor));
  if (!(answer instanceof FileResponse)) throw new Error('not a file');
  let text = '';
  for await (const piece of answer.content) text += String(piece);
  return text.replace('\ufeff', '').trim().split('\r\n');
}
