import { describe, expect, test } from 'vitest';
import { unfoldText, withoutFlowed } from './flowed-text.ts';

const MIXED = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
const FLOWED = 'Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\nHi';

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
    [
      'marks of a quotation behind a space',
      'See\n >not a quotation\n  > nor this\n>> but this',
      'See\n  >not a quotation\n  > nor this\n>> but this',
    ],
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
    [
      'a part',
      'Content-Type: multipart/mixed; x=y;\n boundary="b c"\n\n--b c\ncontent-type: TEXT/PLAIN;\n\tformat="Flowed"; delsp=yes\n\nHi',
      true,
      true,
    ],
    [
      'a part of a part',
      `${MIXED}--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; format=flowed\r\n\r\nHi`,
      true,
      false,
    ],
    ['not an attached email', `${MIXED}--b\r\nContent-Type: message/rfc822\r\n\r\n${FLOWED}`, false, false],
    ['not a quoted email', `Content-Type: text/plain\r\n\r\nIt bounced:\r\n\r\n${FLOWED}`, false, false],
    [
      'not a part of an attached email',
      `${MIXED}--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n${FLOWED}`,
      false,
      false,
    ],
    [
      'not an attached file',
      `${MIXED}--b\r\nContent-Disposition: attachment; filename=a.txt\r\n${FLOWED}`,
      false,
      false,
    ],
    ['none', 'Content-Type: text/plain; format=fixed\n\nContent-Type: text/html; format=flowed', false, false],
  ])('%s', (_, source, isFlowed, deletesSpace) => {
    const found = withoutFlowed(Buffer.from(source));
    expect(found).toMatchObject({ isFlowed, deletesSpace });
    expect(found.source.toString()).toBe(isFlowed ? source.replace('format', 'x-format') : source);
  });

  test('a hostile source quickly', () => {
    const before = process.cpuUsage();
    withoutFlowed(Buffer.from(`Content-Type: text/plain${'; \n '.repeat(1_000_000)}`));
    withoutFlowed(Buffer.from('Content-Type: text/plain;\n'.repeat(200_000)));
    withoutFlowed(Buffer.from(`${MIXED}${'--b\n'.repeat(500_000)}`));
    withoutFlowed(Buffer.from(`${MIXED}${'\n'.repeat(2_000_000)}`));
    // Microseconds of processor time, which other processes do not change.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
