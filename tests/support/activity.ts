import type { Kysely } from 'kysely';
import { notificationBindings } from '../../src/features/activity/notifications/router.server.ts';
import { trailBindings } from '../../src/features/activity/trail/router.server.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import { type Actor, FileAnswer, inProcess, inText } from '../../src/platform/http/server.ts';
import { callBy } from './calls.ts';

/** What the Locations Team reads of what happens, as this person reads it, in process. */
export function activityApi(db: Kysely<Database>, actor: Actor | null): Api {
  return inText(inProcess([...notificationBindings(db), ...trailBindings(db)], callBy(actor))).api;
}

/** The lines of the file that a call, as `GET /audit-logs/export`, answers with. */
export async function exported(
  db: Kysely<Database>,
  actor: Actor,
  path: '/notifications/export' | '/audit-logs/export',
  asked: object = {},
): Promise<string[]> {
  const binding = [...notificationBindings(db), ...trailBindings(db)].find(({ route }) => route.path === path);
  const answer = await binding!.answer(asked, callBy(actor));
  if (!(answer instanceof FileAnswer)) throw new Error('not a file');
  let text = '';
  for await (const piece of answer.content) text += String(piece);
  return text.trim().split('\r\n');
}
