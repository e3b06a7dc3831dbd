import { type Route } from '../../src/platform/http/contract.ts';
import { type Actor, type Binding, FileAnswer } from '../../src/platform/http/server.ts';
import { callBy } from './calls.ts';

/** The lines of the file that a call answers this person with. */
export async function exported(
  bindings: readonly Binding[],
  asked: Route,
  actor: Actor,
  input: object = {},
): Promise<string[]> {
  const binding = bindings.find(({ route }) => route === asked);
  const answer = await binding!.answer(input, callBy(actor));
  if (!(answer instanceof FileAnswer)) throw new Error('not a file');
  let text = '';
  for await (const piece of answer.content) text += String(piece);
  return text.replace('\ufeff', '').trim().split('\r\n');
}
