import { expect, test } from 'vitest';
import { type ComparedImage, getImageChanges, summariseImageChanges } from './image-changes.ts';

function image(id: string, more: Partial<ComparedImage> = {}): ComparedImage {
  return {
    id,
    sha256: id,
    width: 2400,
    height: 1600,
    caption: null,
    credit: null,
    licence: null,
    placeholder: null,
    focal: { x: 0.5, y: 0.5 },
    primary: false,
    ...more,
  };
}
const [a, b, c, d] = [image('a', { primary: true }), image('b'), image('c'), image('d')];
const ids = (images: readonly { id: string }[] | undefined) => images?.map(({ id }) => id).join('');

test('finds no changes in equal images', () => {
  expect(getImageChanges([a, b], [a, b])).toBeNull();
  expect(getImageChanges([], [])).toBeNull();
});

test('lists added and removed images, without moves of the others', () => {
  const changes = getImageChanges([a, b, c], [a, c, d]);
  expect(changes).toMatchObject({ order: null, primary: null, changed: [] });
  expect([ids(changes?.added), ids(changes?.removed)]).toEqual(['d', 'b']);
  expect(changes?.removed[0]?.name).toBe('Picture 2');
  expect(getImageChanges([], [a])).toMatchObject({ added: [{ id: 'a' }], primary: null });
});

test('lists the previous order', () => {
  const { order } = getImageChanges([a, b, c, d], [a, d, b, c])!;
  expect([ids(order?.published), ids(order?.now)]).toEqual(['abcd', 'adbc']);
});

test('does not count a new primary image as a move', () => {
  const [was, is] = [image('a'), image('c', { primary: true })];
  expect(getImageChanges([a, b, c], [is, was, b])).toMatchObject({
    primary: { published: { id: 'a' }, now: { id: 'c' } },
    order: null,
    changed: [],
    added: [],
    removed: [],
  });
});

test('lists changed texts and the previous focal point', () => {
  const now = image('b', {
    caption: 'The weir',
    credit: 'A. Grant',
    focal: { x: 0.25, y: 0.6 },
    alt: 'Water over stone',
  });
  expect(getImageChanges([a, image('b', { caption: 'Weir', alt: 'Weir' })], [a, now])?.changed).toMatchObject([
    {
      image: { id: 'b', name: 'The weir' },
      parts: [
        { part: 'caption', published: 'Weir', now: 'The weir' },
        { part: 'alt', published: '', now: 'Water over stone' },
        { part: 'credit', published: '', now: 'A. Grant' },
        { part: 'focal', published: '50% from the left, 50% from the top', now: '25% from the left, 60% from the top' },
      ],
    },
  ]);
});

test('counts a caption in place of an alternative text as one change', () => {
  const [before, after] = [image('b', { caption: 'Weir', alt: 'Weir' }), image('b', { caption: 'Lade', alt: 'Lade' })];
  expect(getImageChanges([a, before], [a, after])?.changed[0]?.parts.map(({ part }) => part)).toEqual(['caption']);
});

test('describes the differences in a line', () => {
  const summarise = (before: ComparedImage[], after: ComparedImage[]) =>
    summariseImageChanges(getImageChanges(before, after)!);
  expect(summarise([a, b, c], [a, c, b])).toBe('order of the images changed');
  expect(summarise([a, b, c], [a, c, b, d])).toBe('1 image added, order changed');
  expect(summarise([a, b], [a, image('b', { caption: 'The lade' }), c, d])).toBe(
    '2 images added, 1 described differently',
  );
  expect(summarise([a, b, c, d], [image('a'), image('d', { primary: true }), c])).toBe(
    '1 image removed, another primary image',
  );
});
