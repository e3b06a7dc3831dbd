import { describe, expect, test } from 'vitest';
import { unfoldText, withoutFlowed } from './flowed-text.ts';

describe('unfolds flowed text', () => {
  test.each([
    ['a paragraph', 'Two nights, \nfrom the 5th.\nThanks', 'Two nights, from the 5th.\nThanks'],
    ['quotations of the same depth', '> How many \n> nights?\n>> Two \n>> vans', '> How many nights?\n>> Two vans'],
    [
      'not across depths',
      '> How many nights? \nTwo. \n> And vans? \n>> Six',
      '> How many nights? \nTwo. \n> And vans? \n>> Six',
    ],
    ['not a signature', 'Two nights. \n-- \nIsla', 'Two nights. \n-- \nIsla'],
    ['spaces at the beginning of a line', ' From us\n>  indented', 'From us\n>  indented'],
  ])('%s', (_, text, unfolded) => {
    expect(unfoldText(text.replaceAll('\n', '\r\n'), false)).toBe(unfolded);
  });

  test('without the space, when it only marks the break', () => {
    expect(unfoldText('二 \n晩 \n> 何 \n> 泊', true)).toBe('二晩\n> 何泊');
  });
});

describe('finds flowed text in the headers of', () => {
  test.each([
    ['an email', 'Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\nHi', true, false],
    ['a part', '--b\ncontent-type: TEXT/PLAIN;\n\tformat="Flowed"; delsp=yes\n\nHi', true, true],
    ['none', 'Content-Type: text/plain; format=fixed\n\nContent-Type: text/html; format=flowed', false, false],
  ])('%s', (_, source, isFlowed, deletesSpace) => {
    const found = withoutFlowed(Buffer.from(source));
    expect(found).toMatchObject({ isFlowed, deletesSpace });
    expect(found.source.toString()).toBe(isFlowed ? source.replace('format', 'x-format') : source);
  });

  test('a hostile source quickly', () => {
    const started = performance.now();
    withoutFlowed(Buffer.from(`Content-Type: text/plain${'; \n '.repeat(1_000_000)}`));
    withoutFlowed(Buffer.from('Content-Type: text/plain;\n'.repeat(200_000)));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
