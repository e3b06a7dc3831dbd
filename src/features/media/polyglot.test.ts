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

/** The end of a ZIP archive with one entry, and `comment` behind it. */
function archive(comment = ''): Buffer {
  const entry = Buffer.concat([text('PK\x01\x02'), Buffer.alloc(42), text('word/document.xml')]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([text('PK\x03\x04'), Buffer.alloc(26), entry, end, text(comment)]);
}

/** The same JPEG with a comment, which decoders pass over. */
function withComment(words: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text(words), jpeg.subarray(2)]);
}

describe.each(['jpeg', 'png', 'webp'] as const)('a %s', (format) => {
  const picture = pictures[format];

  it('is what it is', () => {
    expect(isPolyglot(picture, format)).toBe(false);
  });

  it.each([
    ['an archive', archive()],
    ['an archive whose comment hides its end', archive('x'.repeat(60_000))],
    ['an empty archive', Buffer.concat([text('PK\x05\x06'), Buffer.alloc(18)])],
    ['a document', text('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n')],
    ['a page', text('<!DOCTYPE html><p>Old mill')],
    ['a script in a page', text('<SCRIPT\nsrc=//example>')],
    ['a program of a server', text("<?php\nsystem($_GET['c']);")],
    ['a short program of a server', text('<?=`$_GET[0]`?><?= $_GET[0] ?>')],
    ['a packed program of a server', text('__HALT_COMPILER(); ?>')],
    ['a packed file', text('Rar!\x1a\x07\x01\x00')],
    ['another packed file', text('7z\xbc\xaf\x27\x1c\x00\x04')],
    ['a compressed file', text('\x1f\x8b\x08\x00')],
    ['a program', text('\x7fELF\x02\x01\x01')],
    ['a program behind padding', Buffer.concat([Buffer.alloc(100), text('#!/bin/sh\n')])],
    ['a drawing', text('<svg onload=alert(1)>')],
  ])('is more than that with %s behind it', (_, other) => {
    expect(isPolyglot(Buffer.concat([picture, other]), format)).toBe(true);
  });

  it.each([
    ['padding', Buffer.alloc(1000)],
    ['a further view (MPF, Ultra HDR)', jpeg],
    ['the film of a moving photograph', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypmp42\0\0\0\0isommp42')])],
    ['the notes of its maker', text('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1698765432100SEFHk\0\0\0\x01\0\0\0SEFT')],
  ])('may have %s behind it', (_, other) => {
    expect(isPolyglot(Buffer.concat([picture, other]), format)).toBe(false);
  });

  it('may have anything cut off', () => {
    for (let bytes = 12; bytes < picture.length; bytes += 97) {
      expect(isPolyglot(picture.subarray(0, bytes), format)).toBe(false);
    }
  });
});

it('sees what stands inside the picture, as in a comment', () => {
  expect(isPolyglot(withComment('<script>alert(1)</script>'), 'jpeg')).toBe(true);
  expect(isPolyglot(withComment("<?php eval($_POST['a']); ?>"), 'jpeg')).toBe(true);
  expect(isPolyglot(withComment('A mill, seen from the < and > of the weir; 50 % PDF-free'), 'jpeg')).toBe(false);
});

it('lets descriptions be that are written in XML', () => {
  const xmp =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>';
  expect(isPolyglot(withComment(xmp), 'jpeg')).toBe(false);
});
