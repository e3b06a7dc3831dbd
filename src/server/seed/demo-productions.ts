import { sql } from 'kysely';
import { z } from 'zod';
import { createEntry } from '../../features/companies/commands.server.ts';
import { deleteUnusedEntries } from '../../features/companies/jobs.server.ts';
import type { Kind } from '../../features/companies/kinds.ts';
import { enterFigure } from '../../features/impact/commands.server.ts';
import { FIGURE_NAMES } from '../../features/impact/schema.ts';
import {
  addNote,
  changeProduction,
  deleteProductions,
  insertProduction,
} from '../../features/productions/commands.server.ts';
import { setContacts } from '../../features/productions/contacts.commands.server.ts';
import { setLocation } from '../../features/productions/locations/commands.server.ts';
import { LOCATION_STATE_NAMES, productionFields } from '../../features/productions/schema.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { DEMO_ADMIN } from './demo-accounts.ts';
import { findIdsByTitle, getDemoContext, readDemoJson } from './demo-files.ts';

/** First and last day, counted from the day on which the demo is loaded. */
const days = z.tuple([z.number().int(), z.number().int()]);

const demoProduction = productionFields
  .pick({ title: true, kind: true, stage: true, crew_size: true, budget_band: true, needs: true })
  .extend({
    ...productionFields.pick({ code_name: true, may_be_named: true, loss_reason: true, next_step: true }).partial()
      .shape,
    company: z.strictObject({ name: z.string(), website: z.string() }),
    daysAgo: z.number().int(),
    contacts: z.array(
      z.strictObject({ name: z.string(), role: z.string(), email: z.string(), telephone: z.string().default('') }),
    ),
    shoot: days.optional(),
    /** Days until the next step, negative if it is overdue. */
    next_step_in: z.number().int().optional(),
    notes: z.array(z.strictObject({ daysAgo: z.number().int(), text: z.string() })),
    locations: z.array(
      z.strictObject({ title: z.string(), state: z.enum(LOCATION_STATE_NAMES), days: days.optional() }),
    ),
    /** Declared figures. */
    figures: z.partialRecord(z.enum(FIGURE_NAMES), z.number().int()).optional(),
  })
  .strict();
type DemoProduction = z.output<typeof demoProduction>;

function readDemoProductions(): Promise<DemoProduction[]> {
  return readDemoJson('productions/productions.json', z.array(demoProduction));
}

/** Creates the demo productions with their companies and people. Sends no emails. */
export async function addDemoProductions(trx: Trx, now: Date): Promise<void> {
  const productions = await readDemoProductions();
  const ids = await findIdsByTitle(
    trx,
    productions.flatMap(({ locations }) => locations.map(({ title }) => title)),
  );
  for (const production of productions) await addProduction(trx, production, ids, now);
}

async function addProduction(
  trx: Trx,
  production: DemoProduction,
  locationIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const { company, daysAgo, contacts, shoot, next_step_in, notes, locations, figures, stage, ...details } = production;
  const getContext = (ago: number) => getDemoContext(trx, { owner: DEMO_ADMIN, daysAgo: ago }, now);
  const toDate = (offset: number | undefined) => (offset === undefined ? null : addDays(toDay(now), offset));
  const context = await getContext(daysAgo);
  const company_id = await findOrAdd(context, 'companies', company);
  const { code_name = null, loss_reason, may_be_named, next_step, ...known } = details;
  const id = await insertProduction(context, {
    ...known,
    code_name,
    embargoed: code_name !== null,
    company_id,
    shoot_from: toDate(shoot?.[0]),
    shoot_to: toDate(shoot?.[1]),
  });
  const people: { person_id: string; role: string }[] = [];
  for (const { role, ...person } of contacts)
    people.push({ person_id: await findOrAdd(context, 'people', { ...person, company_id }), role });
  await setContacts(context, { id, contacts: people });
  for (const { title, state, days: used } of locations) {
    const locationId = locationIds.get(title);
    if (!locationId) throw new Error(`demo/productions: no location has the title ${title}`);
    await setLocation(context, { id, locationId, state, used_from: toDate(used?.[0]), used_to: toDate(used?.[1]) });
  }
  for (const { text, daysAgo: written } of notes) await addNote(await getContext(written), { id, text });
  const latest = await getContext(notes.at(-1)?.daysAgo ?? daysAgo);
  for (const figure of FIGURE_NAMES) {
    const value = figures?.[figure];
    if (value !== undefined) await enterFigure(latest, { id, figure, value, basis: 'DECLARED' });
  }
  const next_step_on = toDate(next_step_in);
  await changeProduction(latest, { id, stage, loss_reason, may_be_named, next_step, next_step_on });
}

/** Returns the id of the company or person of this name, which is added if there is none. */
async function findOrAdd(
  context: CommandContext,
  kind: Kind,
  values: Readonly<Record<string, string>> & { readonly name: string },
): Promise<string> {
  const { trx } = context;
  const found = await trx.selectFrom(kind).select('id').where('name', '=', values.name).executeTakeFirst();
  return (found ?? (await createEntry(context, kind, values))).id;
}

/** Deletes the demo productions, and those of their companies and people that nothing else refers to. */
export async function removeDemoProductions(trx: Trx, at: Date): Promise<void> {
  const productions = await readDemoProductions();
  const titles = productions.map(({ title }) => title);
  const websites = productions.map(({ company }) => company.website);
  const emails = productions.flatMap(({ contacts }) => contacts.map(({ email }) => email));
  const { rows } = await sql<{ id: string; reference: string }>`
    select p.id, p.reference from productions p join companies c on c.id = p.company_id
    where p.title = any(${titles}) and c.website = any(${websites})`.execute(trx);
  await deleteProductions(trx, rows, { actorId: null, at });
  await deleteUnusedEntries(trx, 'people', sql`e.email = any(${emails})`, at);
  await deleteUnusedEntries(trx, 'companies', sql`e.website = any(${websites})`, at);
}
