import { expect, test } from 'vitest';
import { createScene, createScript } from '../../../../tests/support/breakdown-scripts.ts';
import type { Scene } from '../reading/script.ts';
import { findConstraints, joinConstraints } from './constraints.ts';
import { detectLanguage } from './words.ts';

function find(heading: string, details: Partial<Scene>): Record<string, readonly string[]> {
  const scene = createScene(heading, details);
  const constraints = findConstraints(scene, detectLanguage([scene]));
  return Object.fromEntries(constraints.map(({ kind, words }) => [kind, words]));
}

test.each<[text: string, found: Record<string, readonly string[]>]>([
  ['Rain lashes the windows. The DOG barks at the rain.', { RAIN: ['rain'], ANIMALS: ['dog'] }],
  ['A crowd of  hundreds on the quay, silent.', { WATER: ['quay'], CROWD: ['crowd', 'hundreds'], QUIET: ['silent'] }],
  ['She lights a candle by the log fire.', { FIRE: ['candle', 'log fire'] }],
  ['A police car and a van block the car park.', { VEHICLES: ['police car', 'van'] }],
  ['He drinks a glass of water and eats an ice cream.', {}],
  ['They run down the fire escape. He opens fire.', {}],
  ['Snow on the ground. A Victorian lamp. The sign says 1746.', { PERIOD: ['victorian', '1746'], SEASON: ['snow'] }],
  ['A radio plays a song of the 1950s. Room 1408 is 2015 miles away.', { PERIOD: ['1950s'] }],
  ['Each of them chats. The car-nival is over.', { VEHICLES: ['car'] }],
  ['At the water’s edge, moonlight.', { NIGHT: ['moonlight'], WATER: ['water’s edge'] }],
])('finds in "%s" what the scene asks of the place', (action, found) => {
  expect(find('INT. ROOM', { action })).toEqual(found);
});

test('finds constraints in the heading, and the night in the time of day', () => {
  expect(find('EXT. HARBOUR, FISHING BOAT', { timeOfDay: 'LATE NIGHT', dayOrNight: 'NIGHT' })).toEqual({
    NIGHT: ['late night'],
    WATER: ['harbour', 'fishing boat'],
  });
  expect(find('EXT. HARBOUR', { timeOfDay: 'NIGHT', dayOrNight: 'DAY' })).toEqual({ WATER: ['harbour'] });
});

test.each([
  [
    'Le chat est dans la cuisine. Il pleut et les invités sont avec elle.',
    { RAIN: ['pleut'], ANIMALS: ['chat'], CROWD: ['invités'] },
  ],
  ['Der Hund ist auf dem Hof und die Menge wartet im Regen.', { RAIN: ['regen'], ANIMALS: ['hund'], CROWD: ['menge'] }],
  [
    'El perro está en la playa con una hoguera y no hay nieve.',
    { WATER: ['playa'], FIRE: ['hoguera'], ANIMALS: ['perro'], SEASON: ['nieve'] },
  ],
  ['Tá an madra ar an trá agus tá sé ag cur sneachta.', { WATER: ['trá'], ANIMALS: ['madra'], SEASON: ['sneachta'] }],
  ['Tha an cù air an tràigh agus tha teine ann.', { WATER: ['tràigh'], FIRE: ['teine'], ANIMALS: ['cù'] }],
  ['Each of the men has a chat with the driver, and they go into the house.', {}],
])('reads "%s" by the words of its language', (action, found) => {
  expect(find('INT. X', { action })).toEqual(found);
});

test('joins the constraints of scenes, with each word once', () => {
  const script = createScript([
    createScene('EXT. BEACH', { action: 'A dog and a seal.' }),
    createScene('EXT. BEACH', { action: 'The dog runs in the snow.' }),
  ]);
  const language = detectLanguage(script.scenes);
  expect(joinConstraints(script.scenes.map((scene) => findConstraints(scene, language)))).toEqual([
    { kind: 'WATER', words: ['beach'] },
    { kind: 'ANIMALS', words: ['dog'] },
    { kind: 'SEASON', words: ['snow'] },
  ]);
});
