import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { type Api, ApiError } from '../../../platform/http/contract.ts';
import { productionFactsQuery, saveFacts } from './client.ts';
import { FactAutosaver } from './fact-autosaver.ts';
import { type EditableFact, type EditableFacts, type SentFacts, listProductionFacts } from './schema.ts';
import { type TypedFacts, confirmFact, settleFacts, typeFact } from './typed-facts.ts';

type Values = Readonly<Record<string, EditableFact['value']>>;

const ID = '00000000-0000-4000-8000-000000000000';
const toFact = (name: string, value: EditableFact['value'], stated: string | null): EditableFact => ({
  ...{ name, label: name, hint: null, kind: name === 'ceiling' ? 'number' : 'text', options: [], is_internal: false },
  ...{ value, text: String(value ?? ''), stated: value === null ? null : stated },
});

/** Stores three facts, as the server does. `onSave` is called before each save, which it may reject. */
class Server {
  facts: EditableFact[] = ['ceiling', 'noise', 'hours'].map((name) => toFact(name, null, null));
  version = 1;
  saves: Values[] = [];
  onSave: (values: Values) => Promise<void> | void = () => {};

  readonly api = (async (route: { method: string }, input: SentFacts & { version: number }) => {
    if (route.method === 'GET') return this.read();
    await this.onSave(input.facts);
    if (input.version !== this.version) throw new ApiError('CONFLICT', 'Changed');
    this.saves.push(input.facts);
    this.write(input.facts, input.source ?? 'OWNER');
    return this.read();
  }) as unknown as Api;

  read = (): EditableFacts => ({
    version: this.version,
    groups: [{ title: 'All', facts: this.facts }],
    first: [],
  });

  write(values: Values, by: string) {
    this.version++;
    this.facts = this.facts.map((fact) => (fact.name in values ? toFact(fact.name, values[fact.name]!, by) : fact));
  }

  get values() {
    return Object.fromEntries(this.facts.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
  }
}

/** An owner who has opened the facts. */
async function open() {
  const server = new Server();
  const client = new QueryClient();
  const query = productionFactsQuery(server.api, ID);
  await client.fetchQuery(query);
  const save = (typed: TypedFacts, statement = {}) => saveFacts(client, server.api, ID, typed, statement);
  const focused: string[] = [];
  const autosaver = new FactAutosaver(
    (typed) => save(typed),
    (name) => focused.push(name),
  );
  const find = (name: string) =>
    listProductionFacts(client.getQueryData(query.queryKey)!).find((f) => f.name === name)!;
  const type = (name: string, value: string | null) => autosaver.change(find(name), value);
  const answer = (name: string, value: string | null) => {
    type(name, value);
    return autosaver.save(name);
  };
  return { server, client, query, save, autosaver, focused, find, type, answer };
}

describe('the answers of an owner', () => {
  it('are saved as they are completed, and before the step is left also the one that is being typed', async () => {
    const { server, autosaver, type, answer } = await open();
    type('ceiling', '12 f');
    await answer('noise', 'Trains');
    expect(server.values).toEqual({ noise: 'Trains' });
    type('ceiling', '12 ft');
    void answer('hours', 'Any');
    expect(await autosaver.flush()).toBe(true);
    expect(server.values).toEqual({ noise: 'Trains', hours: 'Any', ceiling: '12 ft' });
    expect(autosaver.snapshot()).toEqual({ typed: {}, problems: {} });
  });

  it('stay unsaved after a failure until they are sent again with the next one', async () => {
    const { server, autosaver, answer } = await open();
    server.onSave = () => {
      throw new ApiError('INTERNAL', 'Try later.');
    };
    await answer('noise', 'Trains');
    expect(autosaver.snapshot().problems).toEqual({ noise: 'Try later.' });
    expect(await autosaver.flush()).toBe(false);
    server.onSave = () => {};
    await answer('hours', 'Any');
    expect(server.values).toEqual({ noise: 'Trains', hours: 'Any' });
    expect(autosaver.isUnsaved).toBe(false);
  });

  it('are saved without one that is rejected, which is sent again once it is changed', async () => {
    const { server, autosaver, focused, type, answer } = await open();
    server.onSave = ({ ceiling }) => {
      if (ceiling === 'high') throw new ApiError('INVALID', 'Check.', { 'facts.ceiling': 'Enter a number.' });
    };
    type('ceiling', 'high');
    type('noise', 'Trains');
    expect(await autosaver.leave()).toBe(false);
    expect(focused).toEqual(['ceiling']);
    expect(server.values).toEqual({ noise: 'Trains' });
    expect(autosaver.snapshot().problems).toEqual({ ceiling: 'Enter a number.' });
    await answer('ceiling', '3');
    expect(server.values).toEqual({ noise: 'Trains', ceiling: '3' });
  });

  it('do not overwrite what somebody else has said meanwhile before they are changed again', async () => {
    const { server, autosaver, type, answer } = await open();
    type('noise', 'Trains');
    server.write({ noise: 'Planes', hours: 'Any' }, 'TEAM');
    expect(await autosaver.flush()).toBe(false);
    expect(autosaver.snapshot().problems['noise']).toBe(
      'Somebody else has changed this to “Planes” (TEAM). To replace it, enter yours again.',
    );
    await autosaver.save('noise');
    expect(server.values).toEqual({ noise: 'Planes', hours: 'Any' });
    await answer('noise', 'Trains');
    expect(server.values).toEqual({ noise: 'Trains', hours: 'Any' });
  });

  it('that are changed while they are sent are saved again, also back to what was there before', async () => {
    const { server, autosaver, answer } = await open();
    let again: Promise<void> | undefined;
    server.onSave = ({ noise }) => {
      if (noise === 'Trains') again = answer('noise', null);
    };
    await answer('noise', 'Trains');
    await again;
    expect(server.saves).toEqual([{ noise: 'Trains' }, { noise: null }]);
    expect(server.values).toEqual({});
    expect(autosaver.isUnsaved).toBe(false);
  });
});

describe('the answers of the team', () => {
  it('that say what is saved are none, unless they confirm it', async () => {
    const { server, client, query, find, save } = await open();
    server.write({ noise: 'Trains', ceiling: '3.66\u00A0m' }, 'OWNER');
    await client.fetchQuery(query);
    for (const [name, other, same] of [
      ['noise', 'Planes', 'Trains'],
      ['ceiling', '4 m', '3.66 m'],
    ] as const) {
      const typed = typeFact({}, find(name), other, false);
      expect(Object.keys(typed)).toEqual([name]);
      expect(typeFact(typed, find(name), same, false)).toEqual({});
    }
    await save(confirmFact({}, find('noise')), { source: 'TEAM' });
    expect(find('noise')).toMatchObject({ text: 'Trains', stated: 'TEAM' });
  });

  it('are compared with the facts as they were when they were typed', async () => {
    const { server, client, query, find, save } = await open();
    const typed = typeFact({}, find('noise'), 'Trains', false);
    server.write({ noise: 'Planes' }, 'CREW');
    await client.fetchQuery(query);
    expect(Object.keys((await save(typed)).problems)).toEqual(['noise']);
    expect(server.values).toEqual({ noise: 'Planes' });
  });

  it('stay when they are typed during a save', async () => {
    const { find, save } = await open();
    const sent = typeFact(typeFact({}, find('noise'), 'Trains', false), find('hours'), 'Any', false);
    const now = typeFact(typeFact(sent, find('noise'), 'Planes', true), find('ceiling'), '3', true);
    const result = await save(sent);
    const left = settleFacts(now, sent, result);
    expect(Object.entries(left).map(([name, { value }]) => [name, value])).toEqual([
      ['noise', 'Planes'],
      ['ceiling', '3'],
    ]);
    expect((await save(left)).problems).toEqual({});
  });

  it.each([
    ['a message of a fact', { 'facts.noise': 'Too long.' }, { noise: 'Too long.' }],
    ['a message of the day', { stated_on: 'Enter a day.' }, { stated_on: 'Enter a day.' }],
    ['no message of what was sent', { id: 'Enter an id.' }, undefined],
  ])('have the problem of the server: %s', async (_, fields, problems) => {
    const { server, find, save } = await open();
    const error = new ApiError('INVALID', 'Check.', fields);
    server.onSave = () => {
      throw error;
    };
    const saved = save(typeFact({}, find('noise'), 'x', false), { stated_on: '' });
    const result = await saved.then(
      ({ problems: found }) => found,
      (thrown: unknown) => thrown,
    );
    expect(result).toEqual(problems ?? error);
  });
});
