import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { iptcBlock, xmpPacket } from '../../../tests/support/picture-metadata.ts';
import { parseEmbeddedTexts } from './embedded-texts.ts';

const read = (found: { xmp?: string; iptc?: Buffer }) =>
  parseEmbeddedTexts({ iptc: found.iptc, xmp: found.xmp === undefined ? undefined : Buffer.from(found.xmp) });

describe('XMP', () => {
  it.each([
    [
      'elements',
      xmpPacket({ caption: 'The wheel & race', credit: 'Una Muir / Agency' }),
      'The wheel & race',
      'Una Muir / Agency',
    ],
    ['creators without a credit', xmpPacket({ creators: ['Una Muir', 'Rory Bell'] }), null, 'Una Muir, Rory Bell'],
    ['a credit before creators', xmpPacket({ credit: 'Agency', creators: ['Una Muir'] }), null, 'Agency'],
    ['an attribute', xmpPacket({ attributes: 'photoshop:Credit="Agency"' }), null, 'Agency'],
    ['several lines', xmpPacket({ caption: 'The wheel\nand the race' }), 'The wheel and the race', null],
    ['nothing', xmpPacket({}), null, null],
    ['damaged XML', '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf', null, null],
    ['entities', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', null, null],
  ])('reads %s', (_, xmp, caption, credit) => {
    expect(read({ xmp })).toEqual({ caption, credit });
  });
});

describe('IPTC', () => {
  it.each([
    ['UTF-8', iptcBlock({ 120: ['Tràigh Bhàn'], 110: ['Agency'] }), 'Tràigh Bhàn', 'Agency'],
    ['Windows-1252', iptcBlock({ 120: [Buffer.from('Tr\u00e0igh', 'latin1')] }), 'Tràigh', null],
    ['by-lines', iptcBlock({ 80: ['Una Muir', 'Rory Bell'] }), null, 'Una Muir, Rory Bell'],
    ['a block that is cut', iptcBlock({ 110: ['Agency'], 120: ['Mill'] }).subarray(0, -2), null, 'Agency'],
    ['other bytes', Buffer.from('Photoshop 3.0\0nothing'), null, null],
  ])('reads %s', (_, iptc, caption, credit) => {
    expect(read({ iptc })).toEqual({ caption, credit });
  });

  it('is read where XMP has nothing', () => {
    const iptc = iptcBlock({ 120: ['Older'], 110: ['Agency'] });
    expect(read({ xmp: xmpPacket({ caption: 'Newer' }), iptc })).toEqual({ caption: 'Newer', credit: 'Agency' });
  });
});

it('cuts long texts by characters', () => {
  const { caption } = read({ xmp: xmpPacket({ caption: '🏰'.repeat(400) }) });
  expect(caption).toBe('🏰'.repeat(300));
});

test('what sharp writes can be read', async () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#333' } });
  const jpeg = await picture
    .withXmp(xmpPacket({ caption: 'Mill' }))
    .jpeg()
    .toBuffer();
  const { xmp } = await sharp(jpeg).metadata();
  expect(parseEmbeddedTexts({ xmp })).toEqual({ caption: 'Mill', credit: null });
});

test('damaged metadata never throws, and texts are short and on one line', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((values) => Buffer.from(values));
  const block = iptcBlock({ 120: ['Mill'], 110: ['Agency'] });
  const damaged = fc.array(fc.tuple(fc.nat(block.length - 1), fc.nat(255)), { maxLength: 8 }).map((changes) => {
    const copy = Buffer.from(block);
    for (const [at, value] of changes) copy[at] = value;
    return copy;
  });
  fc.assert(
    fc.property(fc.oneof(bytes, damaged), fc.string(), (iptc, xmp) => {
      for (const text of Object.values(read({ iptc, xmp }))) {
        expect(text).not.toBe('');
        expect([...(text ?? '')].length).toBeLessThanOrEqual(300);
        expect(text ?? '').not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});
