import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive, and what it says of itself where that is not the truth. */
export interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly flags?: number;
  readonly check?: number;
  readonly bytes?: number;
}

/** A ZIP archive of these parts, each deflated. */
export function archiveOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, ...claimed } of parts) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(claimed.check ?? crc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimed.bytes ?? plain.length, 18);
    head.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, place, path);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, path, packed]);
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The list of what the parts of a Word document are. */
export function typesOf(main = MAIN): Part {
  const content = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;
  return { name: '[Content_Types].xml', content };
}

/** What a Word document says. */
export function textOf(words: string): Part {
  const content = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`;
  return { name: 'word/document.xml', content };
}

/** A Word document, with more parts besides what each has. */
export function wordDocument(words = 'A recce of the mill', ...more: readonly Part[]): Buffer {
  return archiveOf([typesOf(), textOf(words), ...more]);
}
