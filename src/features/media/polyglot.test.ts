import { describe, expect, it } from 'vitest';
import { gradient, photograph } from '../../../tests/support/photograph.ts';
import { isPolyglot } from './polyglot.ts';

const text = (words: string) => Buffer.from(words, 'latin1');
const jpeg = await photograph(900, 600);
const pictures = {
  jpeg,
  png: await gradient(900, 600).png().toBuffer(),
  webp: await gradient(900, 600).webp().toBuffer(),
} as const;

/** The end of a ZIP archive with one entry and a comment. */
function archive(comment = ''): Buffer {
  const entry = Buffer.concat([text('PK\x01\x02'), Buffer.alloc(42), text('word/document.xml')]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([text('PK\x03\x04'), Buffer.alloc(26), entry, end, text(comment)]);
}

/** The same JPEG with a comment, which decoders skip. */
function withComment(words: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text(words), jpeg.subarray(2)]);
}

describe.each(['jpeg', 'png', 'webp'] as const)('a %s', (format) => {
  const picture = pictures[format];

  it('alone is not a polyglot', () => {
    expect(isPolyglot(picture, format)).toBe(false);
  });

  it.each([
    ['a ZIP archive', archive()],
    ['a ZIP archive with a long comment', archive('x'.repeat(60_000))],
    ['an empty ZIP archive', Buffer.concat([text('PK\x05\x06'), Buffer.alloc(18)])],
    ['a PDF', text('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n')],
    ['HTML', text('<!DOCTYPE html><p>Old mill')],
    ['a script', text('<SCRIPT\nsrc=//example>')],
    ['PHP', text("<?php\nsystem($_GET['c']);")],
    ['short PHP', text('<?=`$_GET[0]`?><?= $_GET[0] ?>')],
    ['a PHAR', text('__HALT_COMPILER(); ?>')],
    ['a RAR archive', text('Rar!\x1a\x07\x01\x00')],
    ['a 7z archive', text('7z\xbc\xaf\x27\x1c\x00\x04')],
    ['a gzip file', text('\x1f\x8b\x08\x00')],
    ['an ELF program', text('\x7fELF\x02\x01\x01')],
    ['a script after padding', Buffer.concat([Buffer.alloc(100), text('#!/bin/sh\n')])],
    ['an SVG', text('<svg onload=alert(1)>')],
  ])('with %s appended is a polyglot', (_, other) => {
    expect(isPolyglot(Buffer.concat([picture, other]), format)).toBe(true);
  });

  it.each([
    ['padding', Buffer.alloc(1000)],
    ['a further view (MPF, Ultra HDR)', jpeg],
    ['the video of a motion photo', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypmp42\0\0\0\0isommp42')])],
    ['maker notes', text('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1698765432100SEFHk\0\0\0\x01\0\0\0SEFT')],
  ])('with %s appended is not a polyglot', (_, other) => {
    expect(isPolyglot(Buffer.concat([picture, other]), format)).toBe(false);
  });

  it('is not a polyglot when it is truncated', () => {
    for (let bytes = 12; bytes < picture.length; bytes += 97) {
      expect(isPolyglot(picture.subarray(0, bytes), format)).toBe(false);
    }
  });
});

it('detects content inside the picture, such as in a comment', () => {
  expect(isPolyglot(withComment('<script>alert(1)</script>'), 'jpeg')).toBe(true);
  expect(isPolyglot(withComment("<?php eval($_POST['a']); ?>"), 'jpeg')).toBe(true);
  expect(isPolyglot(withComment('A mill, seen from the < and > of the weir; 50 % PDF-free'), 'jpeg')).toBe(false);
});

it('accepts XMP metadata', () => {
  const xmp =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>';
  expect(isPolyglot(withComment(xmp), 'jpeg')).toBe(false);
});
