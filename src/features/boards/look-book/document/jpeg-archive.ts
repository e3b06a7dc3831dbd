import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { escapeXml } from '../../../../platform/text/escape-xml.ts';
import { createPictureArchive } from './picture-archive.ts';
import type { LookBook, LookBookPhotograph } from './look-book.ts';

const QUALITY = 85;

/** Writes the photographs of a look-book as a ZIP of JPEGs with their captions and credits, and no other metadata. */
export async function writeJpegArchive(
  book: LookBook,
  folder: string,
  target: string,
  onPicture: () => void,
): Promise<void> {
  const archive = createPictureArchive(book, 'jpg', async (photograph) => {
    const jpeg = await sharp(await readFile(path.join(folder, photograph.file)))
      .flatten({ background: '#ffffff' })
      .withXmp(createXmp(photograph))
      .jpeg({ quality: QUALITY })
      .toBuffer();
    onPicture();
    return jpeg;
  });
  await pipeline(archive, createWriteStream(target));
}

/** Describes a photograph with the properties of the IPTC standard that picture programs show. */
function createXmp({ caption, credit, alt }: LookBookPhotograph): string {
  const inLanguages = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  const properties = [
    ['dc:description', caption, inLanguages],
    ['Iptc4xmpCore:AltTextAccessibility', alt, inLanguages],
    ['dc:rights', credit, inLanguages],
    ['photoshop:Credit', credit, escapeXml],
  ] as const;
  const shown = properties.map(([name, text, write]) => (text === '' ? '' : `<${name}>${write(text)}</${name}>`));
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">${shown.join('')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}
