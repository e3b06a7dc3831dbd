import { escapeXml } from '../../src/platform/text/escape-xml.ts';

/** Returns an XMP packet as picture programs write it. */
export function xmpPacket({
  caption,
  credit,
  creators = [],
  attributes = '',
}: {
  caption?: string;
  credit?: string;
  creators?: readonly string[];
  attributes?: string;
}): string {
  const items = creators.map((name) => `<rdf:li>${escapeXml(name)}</rdf:li>`).join('');
  const properties = [
    caption &&
      `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(caption)}</rdf:li><rdf:li xml:lang="gd">Eile</rdf:li></rdf:Alt></dc:description>`,
    items && `<dc:creator><rdf:Seq>${items}</rdf:Seq></dc:creator>`,
    credit && `<photoshop:Credit>${escapeXml(credit)}</photoshop:Credit>`,
  ];
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}>${properties.filter(Boolean).join('\n')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** Returns the resource blocks of Photoshop with IPTC datasets: values by the numbers of record 2. */
export function iptcBlock(values: Readonly<Record<number, readonly (string | Buffer)[]>>): Buffer {
  const datasets = Object.entries(values).flatMap(([number, texts]) =>
    texts.map((text) => {
      const value = Buffer.from(text as string);
      return Buffer.concat([Buffer.from([0x1c, 2, Number(number), value.length >> 8, value.length & 255]), value]);
    }),
  );
  const content = Buffer.concat(datasets);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), length, content]);
}

/** Adds the resource blocks of Photoshop to a JPEG, as its second segment. */
export function withIptc(jpeg: Buffer, block: Buffer): Buffer {
  const header = Buffer.from([0xff, 0xed, 0, 0]);
  header.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, block, jpeg.subarray(2)]);
}
