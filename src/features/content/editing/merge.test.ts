import { expect, test } from 'vitest';
import { listChangedFields, isSame, merge, getValueAt, withValueAt } from './merge.ts';

test('merges fields that one person changed, and reports those that both changed as conflicts', () => {
  const was = { title: 'Winter', text: 'Bring a torch.', cards: [{ title: 'Wind' }] };
  const mine = { ...was, title: 'Snow', text: 'Bring two.' };
  const theirs = { ...was, text: 'Bring three.', cards: [] };
  expect(merge(was, mine, theirs)).toEqual({
    merged: { title: 'Snow', text: 'Bring two.', cards: [] },
    conflicts: ['text'],
  });
  expect(merge(was, mine, mine).conflicts).toEqual([]);
});

test('compares values regardless of the order of their keys', () => {
  expect(isSame({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(listChangedFields({ a: 1, b: [1] }, { a: 1, b: [1, 2] })).toEqual(['b']);
});

test('gets and replaces the value at a path without copying its siblings', () => {
  const content = { banner: null, cards: [{ title: 'Wind' }, { title: 'Tide' }] };
  expect(getValueAt(content, 'cards.1.title')).toBe('Tide');
  expect(getValueAt(content, 'banner.title')).toBeUndefined();
  const changed = withValueAt(content, 'cards.1.title', 'Ice');
  expect(changed).toEqual({ banner: null, cards: [{ title: 'Wind' }, { title: 'Ice' }] });
  expect(changed.cards[0]).toBe(content.cards[0]);
});
