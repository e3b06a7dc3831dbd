import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyScript, createScene, createScript } from '../../../../tests/support/breakdown-scripts.ts';
import type { Scene, Script } from '../reading/script.ts';
import { type Breakdown, createBreakdown, reduceBreakdown } from './breakdown.ts';
import { carryOverToDraft } from './carry-over.ts';
import { compareDrafts, isSame } from './compare-drafts.ts';
import { matchScenes } from './match-scenes.ts';
import { findByUse, listUses, toUseId } from './story-locations.ts';
import { getLanguage } from './words.ts';

const english = getLanguage('en');

/** Gives the first places a section each, as choosing a location does. */
function start(script: Script): Breakdown {
  const breakdown = createBreakdown(script, english);
  return breakdown.locations.reduce(
    (all, { id }, n) => reduceBreakdown(all, { type: 'place-section', id, section: `section ${n}` }),
    breakdown,
  );
}

function takeDraft(script: Script, draft: Script, before = start(script)) {
  const matches = matchScenes(script, draft, english);
  const former = { script, breakdown: before };
  const fresh = { script: draft, breakdown: createBreakdown(draft, english) };
  const breakdown = carryOverToDraft(former, fresh, matches, english);
  const comparison = compareDrafts(former, { script: draft, breakdown }, matches, english);
  return { before, breakdown, comparison };
}

/** What a writer does between two drafts. */
const anyEdit = fc.record({
  at: fc.nat({ max: 20 }),
  to: fc.nat({ max: 20 }),
  kind: fc.constantFrom('delete', 'insert', 'move', 'renumber', 'shorten', 'rename'),
});

function edit(scenes: readonly Scene[], { at, to, kind }: { at: number; to: number; kind: string }): Scene[] {
  const [index, target] = [at % Math.max(scenes.length, 1), to % Math.max(scenes.length, 1)];
  const scene = scenes[index];
  if (!scene || kind === 'insert') return scenes.toSpliced(index, 0, createScene(`EXT. NEW PLACE ${at}`));
  if (kind === 'delete') return scenes.toSpliced(index, 1);
  if (kind === 'move') return scenes.toSpliced(index, 1).toSpliced(target, 0, scene);
  if (kind === 'rename') return scenes.with(index, createScene(`INT. RENAMED ${at}`));
  return scenes.with(index, { ...scene, ...(kind === 'shorten' ? { eighths: 1 } : { number: `${to}A` }) });
}

test('no draft loses a chosen section or a scene, and all that stay together stay so', () => {
  fc.assert(
    fc.property(anyScript, fc.array(anyEdit, { maxLength: 8 }), (script, edits) => {
      const draft = createScript(edits.reduce<Scene[]>(edit, [...script.scenes]));
      const { before, breakdown, comparison } = takeDraft(script, draft);
      // Each use is in one location.
      const uses = breakdown.locations.flatMap((location) => location.uses.map(toUseId));
      expect(uses.toSorted()).toEqual(listUses(draft).map(toUseId).toSorted());
      // Each section is with a place of the draft, or with one that is gone.
      const sections = [
        ...breakdown.sections.map(({ id }) => id),
        ...breakdown.gone.flatMap((place) => place.sections),
      ];
      expect(sections.toSorted()).toEqual(before.sections.map(({ id }) => id).toSorted());
      for (const { use } of breakdown.sections) expect(findByUse(breakdown.locations, toUseId(use))).toBeDefined();
      // Each scene is said once.
      const { scenes, newScenes, goneScenes } = comparison;
      expect([...scenes.map(({ scene }) => scene), ...newScenes].toSorted((a, b) => a - b)).toEqual([
        ...draft.scenes.keys(),
      ]);
      expect([...scenes.map(({ former }) => former), ...goneScenes].toSorted((a, b) => a - b)).toEqual([
        ...script.scenes.keys(),
      ]);
    }),
  );
});

test('the same text again is the same, also with other numbers', () => {
  fc.assert(
    fc.property(anyScript, fc.boolean(), (script, renumbers) => {
      const scenes = script.scenes.map((scene, n) => (renumbers ? { ...scene, number: `${n + 7}` } : scene));
      const { before, breakdown, comparison } = takeDraft(script, createScript(scenes));
      expect(breakdown.locations.map(({ uses }) => uses)).toEqual(before.locations.map(({ uses }) => uses));
      expect(breakdown.sections.toSorted()).toEqual(before.sections.toSorted());
      expect(comparison.scenes.every(isSame)).toBe(true);
      expect(comparison).toMatchObject({ newScenes: [], goneScenes: [], gonePlaces: [] });
      expect(comparison.places.size).toBe(0);
    }),
  );
});

const FORMER = createScript([
  createScene('INT. MILL', { number: '1', dayOrNight: 'DAY' }),
  createScene('EXT. QUAY', { number: '2', dayOrNight: 'NIGHT' }),
  createScene('INT. MILL', { number: '3', dayOrNight: 'NIGHT' }),
  createScene('INT. PUB', { number: '4', dayOrNight: 'DAY' }),
  createScene('EXT. GLEN', { number: '5', dayOrNight: 'DAY' }),
]);

test('says what a draft has changed, and which place may have another name', () => {
  const [one, two, three, four, five] = FORMER.scenes as [Scene, Scene, Scene, Scene, Scene];
  const draft = createScript([
    createScene('EXT. ROAD', { number: '1', dayOrNight: 'DAY' }),
    { ...one, number: '2' },
    { ...two, number: '3', eighths: 3 },
    { ...three, number: '4' },
    { ...four, ...createScene('INT. HOTEL BAR', { number: '5', dayOrNight: 'DAY' }) },
    { ...five, number: '6' },
  ]);
  const { breakdown, comparison } = takeDraft(FORMER, draft);
  expect(comparison).toMatchObject({ newScenes: [0], goneScenes: [] });
  expect(comparison.scenes.map(({ scene, changes }) => [scene, changes])).toEqual([
    [1, ['NUMBER']],
    [2, ['LENGTH', 'NUMBER']],
    [3, ['NUMBER']],
    [4, ['HEADING', 'NUMBER']],
    [5, ['NUMBER']],
  ]);
  const named = (id: string) => breakdown.locations.find((location) => location.id === id)?.name;
  expect([...comparison.places].map(([id, state]) => `${named(id)} ${state}`).toSorted()).toEqual([
    'HOTEL BAR NEW',
    'QUAY CHANGED',
    'ROAD NEW',
  ]);
  const [pub] = comparison.gonePlaces;
  expect([pub!.name, named(pub!.successor!)]).toEqual(['PUB', 'HOTEL BAR']);
  expect(breakdown.gone).toEqual([{ name: 'PUB', sections: ['section 2'] }]);
  const replaced = reduceBreakdown(breakdown, { type: 'replace', gone: 'PUB', id: pub!.successor! });
  expect(replaced.gone).toEqual([]);
  expect(replaced.sections.at(-1)).toEqual({ id: 'section 2', use: { scene: 4, place: 0 } });
});

test('a place that was gone comes back with its sections', () => {
  const without = createScript(FORMER.scenes.filter(({ heading }) => heading !== 'INT. PUB'));
  const { breakdown } = takeDraft(FORMER, without);
  expect(breakdown.gone).toEqual([{ name: 'PUB', sections: ['section 2'] }]);
  const again = takeDraft(without, FORMER, breakdown).breakdown;
  expect(again.gone).toEqual([]);
  expect(again.sections).toContainEqual({ id: 'section 2', use: { scene: 3, place: 0 } });
});

test('what the user has merged, split and renamed stays so', () => {
  let breakdown = start(FORMER);
  for (const action of [
    { type: 'merge', id: '3.0', into: '1.0' },
    { type: 'split', id: '0.0', uses: new Set(['2.0']), name: 'MILL CELLAR' },
    { type: 'rename', id: '4.0', name: 'GLEN AFFRIC' },
  ] as const)
    breakdown = reduceBreakdown(breakdown, action);
  const draft = createScript([createScene('INT. BARN'), ...FORMER.scenes]);
  const carried = takeDraft(FORMER, draft, breakdown).breakdown;
  expect(carried.locations.map(({ name, uses }) => `${name} ${uses.map(toUseId).join(' ')}`).toSorted()).toEqual([
    'BARN 0.0',
    'GLEN AFFRIC 5.0',
    'MILL 1.0',
    'MILL CELLAR 3.0',
    'QUAY 2.0 4.0',
  ]);
});
