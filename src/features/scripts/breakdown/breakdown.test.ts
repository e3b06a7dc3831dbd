import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyScript, createScene, createScript } from '../../../../tests/support/breakdown-scripts.ts';
import type { Script } from '../reading/script.ts';
import {
  type Breakdown,
  type BreakdownAction,
  createBreakdown,
  listOpenSuggestions,
  reduceBreakdown,
} from './breakdown.ts';
import { carryOver } from './carry-over.ts';
import { formatChange } from './messages.ts';
import { listUses, toUseId } from './story-locations.ts';
import { summarize } from './summaries.ts';
import { detectLanguage } from './words.ts';

function start(script: Script): Breakdown {
  return createBreakdown(script, detectLanguage(script.scenes));
}

/** Chooses an action on what the breakdown has. */
const anyChoice = fc.record({
  type: fc.constantFrom('merge', 'split', 'rename', 'accept', 'decline', 'undo'),
  one: fc.nat(),
  other: fc.nat(),
  scenes: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  name: fc.constantFrom('MILL', 'Weir', ' ', ' Sound  stage '),
});
type Choice = typeof anyChoice extends fc.Arbitrary<infer Value> ? Value : never;

function toAction(breakdown: Breakdown, { type, one, other, scenes, name }: Choice): BreakdownAction {
  const { locations, suggestions } = breakdown;
  const location = locations[one % locations.length];
  const id = location?.id ?? '0.0';
  const suggestion = suggestions[one % suggestions.length]?.id ?? 'none';
  const uses = new Set(location?.uses.filter((_, i) => scenes[i % 12]).map(toUseId));
  const actions: Readonly<Record<Choice['type'], BreakdownAction>> = {
    merge: { type: 'merge', id, into: locations[other % locations.length]?.id ?? '1.0' },
    split: { type: 'split', id, uses, name },
    rename: { type: 'rename', id, name },
    accept: { type: 'accept', suggestion },
    decline: { type: 'decline', suggestion },
    undo: { type: 'undo' },
  };
  return actions[type];
}

function expectComplete(script: Script, { locations }: Pick<Breakdown, 'locations'>): void {
  const ids = locations.flatMap(({ uses }) => uses.map(toUseId));
  expect(ids.toSorted()).toEqual(listUses(script).map(toUseId).toSorted());
  expect(new Set(locations.map(({ id }) => id)).size).toBe(locations.length);
  for (const { id, uses } of locations) expect(id).toBe(toUseId(uses[0]!));
  const summaries = summarize(script, locations);
  for (const { scenes, eighths, byTime, bySetting } of summaries) {
    expect(new Set(scenes).size).toBe(scenes.length);
    for (const split of [byTime, bySetting])
      expect(Object.values(split).reduce((sum, part) => sum + part, 0)).toBe(eighths);
  }
  // Each scene counts once at each of its places.
  const places = script.scenes.map(
    (_, scene) => locations.filter(({ uses }) => uses.some((use) => use.scene === scene)).length,
  );
  const expected = script.scenes.reduce((sum, { eighths }, scene) => sum + eighths * places[scene]!, 0);
  expect(summaries.reduce((sum, { eighths }) => sum + eighths, 0)).toBe(expected);
  expect(script.scenes.every(({ isOmitted }, scene) => isOmitted === (places[scene] === 0))).toBe(true);
}

test('no action loses a scene or counts it twice, and undo restores each former state exactly', () => {
  fc.assert(
    fc.property(anyScript, fc.array(anyChoice, { maxLength: 15 }), (script, choices) => {
      let breakdown = start(script);
      expectComplete(script, breakdown);
      const before: Breakdown[] = [];
      for (const choice of choices) {
        const next = reduceBreakdown(breakdown, toAction(breakdown, choice));
        const isUndo = choice.type === 'undo';
        expect(next).toEqual(isUndo ? (before.pop() ?? breakdown) : next);
        if (!isUndo && next !== breakdown) before.push(breakdown);
        breakdown = next;
        expectComplete(script, breakdown);
        expect(breakdown.history).toHaveLength(before.length);
      }
      for (const former of before.toReversed()) {
        breakdown = reduceBreakdown(breakdown, { type: 'undo' });
        expect(breakdown).toEqual(former);
      }
      expect(reduceBreakdown(breakdown, { type: 'undo' })).toBe(breakdown);
    }),
  );
});

test('a further reading of the text loses no scene, and keeps the places of those that it had', () => {
  fc.assert(
    fc.property(anyScript, anyScript, fc.array(anyChoice, { maxLength: 6 }), (script, added, choices) => {
      const breakdown = choices.reduce((all, choice) => reduceBreakdown(all, toAction(all, choice)), start(script));
      const scenes = [...script.scenes, ...added.scenes.map((scene) => ({ ...scene, line: scene.line + 5 }))];
      const again: Script = { ...script, scenes: scenes.toSorted((one, other) => one.line - other.line) };
      const carried = carryOver({ script, breakdown }, { script: again, breakdown: start(again) });
      expectComplete(again, carried);
      const toLines = (read: Script, { locations }: Breakdown) =>
        locations.map(({ uses }) => uses.map(({ scene, place }) => `${read.scenes[scene]!.line}.${place}`));
      const known = new Set(toLines(script, breakdown).flat());
      const kept = toLines(again, carried).map((lines) => lines.filter((line) => known.has(line)));
      expect(kept.filter((lines) => lines.length > 0).toSorted()).toEqual(toLines(script, breakdown).toSorted());
    }),
  );
});

const mills = createScript([
  createScene('INT. MILL', { eighths: 12 }),
  createScene(['INT. CAR', 'EXT. ROAD']),
  createScene('EXT. MILL'),
  createScene('EXT. PAPER MILL'),
]);

test('merges by hand, splits, renames and decides suggestions, with a reason and a line for each change', () => {
  let breakdown = start(mills);
  const act = (action: BreakdownAction) => {
    breakdown = reduceBreakdown(breakdown, action);
    return formatChange(breakdown.history.at(-1)!.change);
  };
  const list = () => breakdown.locations.map(({ id, name, uses }) => `${id} ${name} ${uses.map(toUseId).join(' ')}`);
  expect(list()).toEqual(['0.0 MILL 0.0 2.0', '1.0 CAR 1.0', '1.1 ROAD 1.1', '3.0 PAPER MILL 3.0']);

  expect(act({ type: 'merge', id: '1.0', into: '1.1' })).toBe('‘CAR’ and ‘ROAD’ are now one place: ‘ROAD’.');
  expect(list()[1]).toBe('1.0 ROAD 1.0 1.1');
  expect(breakdown.locations[1]!.reasons).toEqual([{ rule: 'BY_HAND', names: ['CAR', 'ROAD'] }]);
  // Both places of the scene are one now, where it counts once.
  expect(summarize(mills, breakdown.locations)[1]).toMatchObject({
    scenes: [1],
    eighths: 8,
    bySetting: { 'INT/EXT': 8 },
  });

  const uses = new Set(['2.0']);
  expect(act({ type: 'split', id: '0.0', uses, name: ' MILL  YARD' })).toBe(
    '‘MILL YARD’ is now a place of its own, split from ‘MILL’.',
  );
  expect(act({ type: 'rename', id: '0.0', name: 'WEIR MILL' })).toBe('‘MILL’ is now called ‘WEIR MILL’.');
  expect(list()).toEqual(['0.0 WEIR MILL 0.0', '2.0 MILL YARD 2.0', '1.0 ROAD 1.0 1.1', '3.0 PAPER MILL 3.0']);

  const [suggestion] = listOpenSuggestions(breakdown);
  expect(act({ type: 'decline', suggestion: suggestion!.id })).toBe(
    '‘PAPER MILL’ and ‘WEIR MILL’ stay separate places.',
  );
  expect(listOpenSuggestions(breakdown)).toEqual([]);
  breakdown = reduceBreakdown(breakdown, { type: 'undo' });
  act({ type: 'accept', suggestion: suggestion!.id });
  expect(list()).not.toContain('3.0 PAPER MILL 3.0');
  expect(listOpenSuggestions(breakdown)).toEqual([]);
});

test.each<BreakdownAction>([
  { type: 'merge', id: '0.0', into: '0.0' },
  { type: 'merge', id: '9.0', into: '0.0' },
  { type: 'split', id: '0.0', uses: new Set(), name: 'Yard' },
  { type: 'split', id: '0.0', uses: new Set(['0.0', '2.0']), name: 'Yard' },
  { type: 'split', id: '0.0', uses: new Set(['0.0']), name: ' ' },
  { type: 'rename', id: '0.0', name: 'MILL' },
  { type: 'rename', id: '0.0', name: '  ' },
  { type: 'accept', suggestion: 'none' },
  { type: 'decline', suggestion: 'none' },
  { type: 'undo' },
])('does nothing, and leaves nothing to undo, for %o', (action) => {
  const breakdown = start(mills);
  expect(reduceBreakdown(breakdown, action)).toBe(breakdown);
});

test('drops the reasons of headings that were split off', () => {
  const script = createScript([
    createScene('INT. MILL, KITCHEN'),
    createScene('INT. MILL'),
    createScene('EXT. MILL, YARD'),
  ]);
  const breakdown = reduceBreakdown(start(script), { type: 'split', id: '0.0', uses: new Set(['2.0']), name: 'Yard' });
  const [mill, yard] = summarize(script, breakdown.locations);
  expect(mill!.reasons).toEqual([{ rule: 'SUB_PLACE', names: ['KITCHEN', 'MILL'] }]);
  expect(yard!.reasons).toEqual([]);
});
