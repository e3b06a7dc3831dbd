import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { historyFixtures } from '../../../../tests/support/history.ts';
import { addFact, addImage, addLocation } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { publishAll } from '../../../../tests/support/submissions.ts';
import { findPublishedByUrl } from '../catalogue/published/queries.server.ts';
import { FACT_GROUPS, PRODUCTION_FACTS } from '../catalogue/production-facts/fact-table.server.ts';
import { saveLocation } from '../editing/contract.ts';
import { describeChanges } from '../admin-record/ui/describe-changes.ts';
import { getFactDifferences } from '../admin-record/differences.ts';
import { mergeLocation } from '../merging/contract.ts';
import { selectContents } from '../working-copy/revisions.commands.server.ts';
import { productionFacts, saveProductionFacts } from './contract.ts';
import { type EditableFacts, type SentFacts, listProductionFacts } from './schema.ts';

const fixtures = await historyFixtures();
const { db, clock, place, as, ownerApi, otherApi, team, reset, record, list, revision, restore } = fixtures;
beforeEach(async () => {
  await reset();
  clock.now = Date.parse('2026-03-03T12:00:00Z');
});

const read = (api = team) => api(productionFacts, { id: place.id });
const save = async (api: typeof team, facts: SentFacts['facts'], statement: Omit<SentFacts, 'facts'> = {}) =>
  api(saveProductionFacts, { id: place.id, version: (await read(api)).version, facts, ...statement });
const find = (facts: EditableFacts, name: string) => listProductionFacts(facts).find((fact) => fact.name === name);
const readPublic = async () =>
  (await findPublishedByUrl(db, 'weir-mill'))!.production_facts.flatMap(({ facts }) =>
    facts.map(({ label, text, stated }) => `${label}: ${text} (${stated})`),
  );
const publishPlace = async () => {
  await addImage(db, place.id, { is_primary: true });
  await publishAll(db, [place.id]);
};

describe('the table of production facts', () => {
  it('has names that the database accepts, once each, and options where there is a choice', () => {
    expect(new Set(PRODUCTION_FACTS.map(({ name }) => name)).size).toBe(PRODUCTION_FACTS.length);
    for (const { name, kind, options, max } of PRODUCTION_FACTS) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,59}$/);
      expect(options !== undefined).toBe(kind === 'choice' || kind === 'choices');
      expect(max !== undefined).toBe(kind === 'number');
    }
  });
});

describe('production facts of a working copy', () => {
  it('are unknown until somebody says what they are, and again without a value', async () => {
    expect(listProductionFacts(await read()).filter(({ value, stated }) => value !== null || stated !== null)).toEqual(
      [],
    );
    await save(ownerApi, { drones: false });
    expect(find(await read(), 'drones')).toMatchObject({ value: false, text: 'No', stated: 'Owner, 3 Mar 2026' });
    await save(ownerApi, { drones: null });
    expect(find(await read(), 'drones')).toMatchObject({ value: null, text: '', stated: null });
  });

  it('are stored in metric units, whatever is typed', async () => {
    const saved = await save(ownerApi, {
      ceiling_height: '12 ft',
      supply: 63,
      clear_door_width: "2' 11",
      notice: '2 weeks',
    });
    const texts = ['ceiling_height', 'supply', 'clear_door_width', 'notice'].map((name) => find(saved, name)!.text);
    expect(texts).toEqual(['3.66\u00A0m', '63\u00A0A', '889\u00A0mm', '14\u00A0days']);
  });

  it('say who says so and when: the team names it, an owner says so today', async () => {
    await save(team, { three_phase: true }, { source: 'CREW', stated_on: '2025-11-02' });
    expect(find(await read(), 'three_phase')!.stated).toBe('Crew after a shoot, 2 Nov 2025');
    await save(team, { water: true });
    expect(find(await read(), 'water')!.stated).toBe('Team visit, 3 Mar 2026');
    await expect(save(team, { water: false }, { stated_on: '2026-03-04' })).rejects.toMatchObject({
      fields: { stated_on: 'Enter a day that is not in the future.' },
    });
    for (const statement of [{ source: 'TEAM' }, { source: 'OWNER' }, { stated_on: '2026-03-01' }] as const)
      await expect(save(ownerApi, { water: false }, statement)).rejects.toMatchObject({ errorType: 'INVALID' });
  });

  it.each<[problem: string, facts: SentFacts['facts']]>([
    ['Answer yes or no.', { drones: 'maybe' }],
    ['Choose from the list.', { signal: 'excellent' }],
    ['Choose from the list.', { sounds: ['road', 'nightclub'] }],
    ['Choose either “No disturbing sounds” or the others.', { sounds: ['none', 'road'] }],
    ['Enter a number such as 3.5 m or 12 ft, at most 200 m.', { ceiling_height: 'high' }],
    ['Enter a number such as 3.5 m or 12 ft, at most 200 m.', { ceiling_height: '1 km' }],
    ['Enter a number such as 12, at most 1,000.', { toilets: 2.5 }],
    ['Enter a number such as 900 mm or 3 ft, at least 300 mm and at most 20,000 mm.', { clear_door_width: '0.9' }],
    ['Enter a number such as 900 mm or 3 ft, at least 300 mm and at most 20,000 mm.', { corridor_width: 299 }],
    ['Enter at most 300 characters.', { insurance: 'a'.repeat(301) }],
    ['There is no such production fact.', { helipad: true }],
  ])('reject what does not fit: %s', async (problem, facts) => {
    const [[name]] = Object.entries(facts) as [[string, unknown]];
    const rejected = save(ownerApi, { water: true, ...facts });
    await expect(rejected).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { [name]: problem.replaceAll(/(\d) (mm?)(?=\.| and)/g, '$1\u00A0$2') },
    });
    expect(find(await read(), 'water')).toMatchObject({ value: null });
  });

  it('keep those for the team from the owner', async () => {
    await save(team, { fee: 'to_500', access_contact: 'The house manager' });
    expect(find(await read(team), 'fee')).toMatchObject({ text: 'Up to 500 a day', is_internal: true });
    expect(listProductionFacts(await read(ownerApi)).filter(({ is_internal }) => is_internal)).toEqual([]);
    await expect(save(ownerApi, { fee: 'none' })).rejects.toMatchObject({
      fields: { fee: 'Only the Locations Team can change this.' },
    });
  });

  it('belong to the owner, the team, and the film office of the area', async () => {
    const person = await addPerson(db, 'FILM_OFFICE');
    onTestFinished(async () => void (await db.deleteFrom('users').where('id', '=', person.id).execute()));
    const office = as(person);
    expect(find(await save(office, { drones: true }), 'drones')).toMatchObject({ value: true });
    await expect(read(otherApi)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await expect(otherApi(saveProductionFacts, { id: place.id, facts: { drones: true } })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
  });

  it('are not overwritten unseen', async () => {
    const { version } = await read();
    await save(ownerApi, { drones: true });
    const stale = team(saveProductionFacts, { id: place.id, version, facts: { drones: false } });
    await expect(stale).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('cannot be changed by the owner while the location awaits approval', async () => {
    await addImage(db, place.id, { is_primary: true });
    await ownerApi(saveLocation, { id: place.id, version: (await read()).version, isSubmitting: true });
    await expect(save(ownerApi, { drones: true })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(find(await save(team, { drones: true }), 'drones')).toMatchObject({ value: true });
  });

  it('ask an owner of open land for other facts first', async () => {
    expect((await read(ownerApi)).first).toContain('ceiling_height');
    const { version } = await read();
    await team(saveLocation, { id: place.id, version, category: [] });
    await addOutdoorCategory();
    const { first } = await read(ownerApi);
    expect(first).toHaveLength(10);
    expect(first).not.toContain('ceiling_height');
  });

  it('ask for ten facts of the table first', async () => {
    const { first, groups } = await read(ownerApi);
    expect(first).toHaveLength(10);
    expect(first.filter((name) => !find({ groups, first, version: 0 }, name))).toEqual([]);
    expect(groups.map(({ title }) => title)).toEqual(Object.keys(FACT_GROUPS));
  });
});

async function addOutdoorCategory(): Promise<void> {
  await sql`
    with added as (insert into options (field, name, position) values ('category', 'Woodland', 99) returning id)
    insert into location_options (location_id, option_id, field) select ${place.id}::uuid, id, 'category' from added`.execute(
    db,
  );
}

describe('published production facts', () => {
  it('are those that are public, from the publication on', async () => {
    await save(team, { drones: true, sounds: ['rail', 'road'], neighbours: 'The farm' });
    await publishPlace();
    expect(await readPublic()).toEqual([
      'Sounds that can be heard: Road, Railway (Team visit, 3 Mar 2026)',
      'Drones: Yes (Team visit, 3 Mar 2026)',
    ]);
    expect((await record()).status).toBe('LIVE');
    await save(team, { neighbours: 'The mill' });
    expect((await record()).status).toBe('LIVE');
    await save(team, { drones: false });
    expect(await record()).toMatchObject({ status: 'CHANGED' });
    expect(getFactDifferences(await record())).toEqual([
      { label: 'Drones', published: 'Yes (Team visit, 3 Mar 2026)', now: 'No (Team visit, 3 Mar 2026)' },
    ]);
    expect(await readPublic()).toContain('Drones: Yes (Team visit, 3 Mar 2026)');
    await publishAll(db, [place.id]);
    expect(await readPublic()).toContain('Drones: No (Team visit, 3 Mar 2026)');
  });

  it('are listed when they have changed since the record was opened', async () => {
    const before = await record();
    await save(ownerApi, { drones: true });
    expect(describeChanges(before, await record())).toEqual([
      { label: 'Drones', before: 'Nothing', now: 'Yes (Owner, 3 Mar 2026)' },
    ]);
  });

  it('are none for a location that was published before there were any', async () => {
    await publishPlace();
    await sql`update published_locations set details = details - 'production_facts'`.execute(db);
    expect(await readPublic()).toEqual([]);
    const { version } = await read();
    expect(await team(saveLocation, { id: place.id, version, remarks: 'Internal' })).toMatchObject({ status: 'LIVE' });
  });

  it('leave out what this release does not know', async () => {
    await addFact(db, place.id, 'helipad', true);
    await addFact(db, place.id, 'signal', 'satellite');
    await addFact(db, place.id, 'water', true);
    await publishPlace();
    expect(await readPublic()).toEqual(['Running water: Yes (Team visit, 3 Mar 2026)']);
  });
});

describe('the history of production facts', () => {
  it('has each change of the team, with an entry in the audit log that names the facts', async () => {
    await save(team, { drones: true, fee: 'none' });
    const [latest] = await list();
    expect(latest).toMatchObject({ action: 'CHANGED', production_facts: true, fields: [], images: false });
    expect((await revision(latest!.number)).production_facts).toEqual([
      { label: 'Drones', text: 'Yes (Team visit, 3 Mar 2026)' },
      { label: 'Fee', text: 'No fee (Team visit, 3 Mar 2026)' },
    ]);
    const { details } = await db
      .selectFrom('audit_logs')
      .select('details')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ fields: 'drones, fee', revision: latest!.number });
    await save(team, { drones: true });
    expect((await list())[0]!.number).toBe(latest!.number);
  });

  it('is restored with a version', async () => {
    await save(team, { drones: true });
    const { number } = (await list())[0]!;
    await save(team, { drones: false, water: true });
    await restore(number);
    const facts = await read();
    expect([find(facts, 'drones')!.value, find(facts, 'water')!.value]).toEqual([true, null]);
    await expect(restore(number)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  it('does not restore facts of a version that is older than they are', async () => {
    place.id = await addLocation(db, { title: 'Old mill' });
    const number = 1;
    await sql`
      insert into location_revisions (location_id, number, action, origin, started_at, recorded_at, status, content_number, fields,
        option_ids, images)
      select id, ${number}, 'RECORDED', 'UPGRADE', now(), now(), status, ${number}, fields, option_ids, images
      from (${selectContents([place.id])}) content`.execute(db);
    await save(team, { drones: true });
    expect((await revision(number)).production_facts).toBeNull();
    await expect(restore(number)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(find(await read(), 'drones')!.value).toBe(true);
  });

  it('is that of both locations after a merge: the later of two statements stays', async () => {
    const other = await addLocation(db, { title: 'Mill at the weir' });
    await addFact(db, place.id, 'drones', true);
    await addFact(db, place.id, 'water', false);
    for (const [fact, value] of [
      ['drones', false],
      ['heating', true],
    ] as const)
      await addFact(db, other, fact, value);
    await sql`update location_facts set stated_on = '2026-02-01' where location_id = ${place.id} and fact = 'drones'`.execute(
      db,
    );
    await team(mergeLocation, { id: place.id, other_id: other });
    const facts = await read();
    expect(['drones', 'water', 'heating'].map((name) => find(facts, name)!.value)).toEqual([false, false, true]);
  });
});

describe('the database', () => {
  it.each(['null', '-1', '""', '[]', '[1]', '{}', '1000001'])('rejects %s as a value', async (value) => {
    const row = { location_id: place.id, fact: 'drones', value, source: 'TEAM', stated_on: '2026-03-03' } as const;
    await expect(db.insertInto('location_facts').values(row).execute()).rejects.toThrow('location_facts_value_check');
  });

  it('has one value of a fact, from a known source', async () => {
    await addFact(db, place.id, 'drones', true);
    await expect(addFact(db, place.id, 'drones', false)).rejects.toThrow('location_facts_pkey');
    await expect(sql`update location_facts set source = 'RUMOUR'`.execute(db)).rejects.toThrow(
      'location_facts_source_check',
    );
  });
});
