import { expect, test } from 'vitest';
import { createUnsubscription } from '../src/features/call-outs/links/unsubscribing.commands.server.ts';
import { toUnsubscribeUrl } from '../src/server/http/unsubscribe.ts';
import { addCallOut } from './support/call-outs.ts';
import { addLocation } from './support/locations.ts';
import { addPerson } from './support/people.ts';
import { addProduction } from './support/productions.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const { db } = site;

test('a mail program ends emails about call-outs with one click, and opening its URL ends nothing', async () => {
  const owner = await addPerson(db, 'OWNER');
  const location = await addLocation(db, { title: 'Weir mill', owner_id: owner.id });
  await addCallOut(db, { production: await addProduction(db, {}), location });
  await db.insertInto('call_out_consents').values({ user_id: owner.id, given_at: new Date() }).execute();
  const sent = db.selectFrom('call_out_recipients').select('mail_id').where('user_id', '=', owner.id);
  const { mail_id } = await sent.executeTakeFirstOrThrow();
  const url = toUnsubscribeUrl(site.url, (await createUnsubscription(db, mail_id!))!);
  const consents = () => db.selectFrom('call_out_consents').select('user_id').execute();

  const opened = await fetch(url, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await opened.text()).toContain('<form method="post">');
  expect(opened.headers.get('content-security-policy')).toContain("form-action 'self'");
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const wrong of [`${url}x`, `${site.url}/unsubscribe/1/x`])
    for (const request of [{ method: 'POST', body: form }, {}]) expect((await fetch(wrong, request)).status).toBe(404);
  expect(await consents()).toHaveLength(1);
  // Both encodings of a form are allowed.
  for (const body of [form, new URLSearchParams('List-Unsubscribe=One-Click')]) {
    const stopped = await fetch(url, { method: 'POST', body });
    expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('no more emails')]);
  }
  expect(await consents()).toEqual([]);
});
