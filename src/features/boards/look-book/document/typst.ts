import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { FONT_FAMILIES, createSubstitution, readFonts } from './fonts.ts';
import { inOrder } from './in-order.ts';

type Compiled = Awaited<ReturnType<typeof compile>>;

/**
 * Compiles templates, which are one document together, with the data that they read.
 * @param layOut makes the data from texts whose letters all have glyphs
 */
export async function compile<Data>(
  templates: readonly URL[],
  data: Data,
  folder: string,
  layOut: (data: Data) => Promise<object> | object,
) {
  const fonts = readFonts();
  const content = await layOut(mapTexts(data, createSubstitution(fonts)));
  await writeFile(path.join(folder, 'content.json'), JSON.stringify({ ...content, fonts: FONT_FAMILIES }));
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts }] });
  const sources = await Promise.all(templates.map((template) => readFile(template, 'utf8')));
  const compiled = compiler.compile({ mainFileContent: sources.join('\n') });
  if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics).slice(0, 2_000));
  return { compiler, document: compiled.result };
}

const PREVIEW_WIDTH = 900;

/** Draws the first pages of a document as WebP. Each is drawn alone: a scaled drawing of all would mix their edges. */
export async function drawPages({ compiler, document }: Compiled, max: number): Promise<Buffer[]> {
  // All pages, one below the other.
  const svg = compiler.plainSvg(document);
  const [size = '', width = '', total = ''] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const [head = ''] = /^<svg[^>]*>/.exec(svg) ?? [];
  const height = Number(total) / document.numOfPages;
  return inOrder([...Array(Math.min(max, document.numOfPages)).keys()], (page) => {
    const shown = head
      .replace(size, `viewBox="0 ${page * height} ${width} ${height}"`)
      .replace(/ height="[^"]*"/, ` height="${height}"`);
    return sharp(Buffer.from(shown + svg.slice(head.length)), { unlimited: true })
      .resize({ width: PREVIEW_WIDTH, height: Math.round((PREVIEW_WIDTH * height) / Number(width)), fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 80 })
      .toBuffer();
  });
}

/** Applies a function to all strings of a value. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)])) as Value;
}
