import { expect, test } from 'vitest';
import type { BoardSection } from '../schema.ts';
import { type ArrangedRow, arrange, countOnFirstPage, shorten } from './arrangement.ts';

const row = (id: string, changes: Partial<ArrangedRow> = {}): ArrangedRow => ({
  location_id: id,
  section_id: null,
  state: 'IDEA',
  primary: false,
  photographs: 2,
  ...changes,
});
const section = (id: string, locked: string | null = null): BoardSection => ({
  id,
  title: id,
  notes: '',
  count: 1,
  locked_location_id: locked,
  cost: null,
});
const settings = { format: 'PDF', refused: true } as const;
const list = ({ groups }: ReturnType<typeof arrange>) =>
  groups.map(({ section: of, rows }) => [of?.id ?? null, rows.map(({ location_id }) => location_id)]);

test('has the location that is locked in first, those that refused last, and those without a section at the end', () => {
  const rows = [
    row('other'),
    row('no', { section_id: 'A', state: 'REFUSED' }),
    row('maybe', { section_id: 'A' }),
    row('yes', { section_id: 'A' }),
  ];
  const sections = [section('A', 'yes'), section('B')];
  expect(list(arrange(rows, sections, settings))).toEqual([
    ['A', ['yes', 'maybe', 'no']],
    [null, ['other']],
  ]);
  expect(list(arrange(rows, sections, { ...settings, refused: false }))[0]).toEqual(['A', ['yes', 'maybe']]);
});

test('has one cover for the preview and the document, which the next page does not repeat', () => {
  const bare = Array.from({ length: 20 }, (_, n) => row(`bare ${n}`, { photographs: 0 }));
  const whole = arrange([...bare, row('last')], [], settings);
  expect(whole.cover).toEqual({ locationId: 'last', index: 0 });
  expect(shorten(whole).cover).toEqual(whole.cover);
  const refused = row('no', { primary: true, state: 'REFUSED' });
  expect(arrange([refused, row('a'), row('b')], [], settings).cover?.locationId).toBe('a');
  expect(arrange([row('only')], [], settings).cover).toEqual({ locationId: 'only', index: 1 });
  expect(arrange([row('only', { photographs: 1 })], [], settings).cover).toEqual({ locationId: 'only', index: 0 });
});

test('leaves out contents of few lines, and a last page of one or two locations', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id, n) => row(id, { section_id: n < 2 ? 'A' : 'B' }));
  const sections = [section('A'), section('B')];
  expect(arrange(rows, sections, settings).hasContents).toBe(true);
  expect(arrange(rows.slice(1), sections, settings).hasContents).toBe(false);
  for (let count = 1; count <= 200; count++) {
    const rest = Math.max(0, count - countOnFirstPage(count)) % 12;
    expect([1, 2]).not.toContain(rest);
  }
});
