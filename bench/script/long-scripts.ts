import type { Browser } from 'playwright-core';

const SCENES_OF_PAGE = 2;
const PLACES = [
  'HARBOUR',
  'OLD MILL, FLOOR 2',
  'CROFT',
  'GLEN ROAD',
  'CASTLE - GREAT HALL',
  'FERRY',
  'SCHOOL',
  'QUARRY',
];
const TIMES = ['DAY', 'NIGHT', 'DAWN', 'CONTINUOUS'];
const SPEAKERS = ['MORAG', 'OLD CALUM', 'DI RAE', 'ISLA', 'GREG'];
const ACTION =
  'Rain on the slates. A dog barks in the yard while the tide comes in over the stones, and nobody looks up from the table.';
const DIALOGUE = 'I said that I would come back for it, and here I am.';

/** Writes a script of some pages as Fountain. */
export function writeFountain(pages: number): string {
  const lines = ['Title: The Long Road', ''];
  for (let page = 0; page < pages; page++) lines.push(...writePage(page));
  return lines.join('\n');
}

function writePage(page: number): string[] {
  return Array.from({ length: SCENES_OF_PAGE }, (_, n) => {
    const scene = page * SCENES_OF_PAGE + n;
    const place = `${PLACES[scene % PLACES.length]}${scene % 3 === 0 ? ` ${1 + (scene % 40)}` : ''}`;
    return [
      `${scene % 2 === 0 ? 'INT' : 'EXT'}. ${place} - ${TIMES[scene % TIMES.length]}`,
      '',
      ACTION,
      '',
      ...[0, 1, 2].flatMap((turn) => [SPEAKERS[(scene + turn) % SPEAKERS.length]!, DIALOGUE, '']),
    ];
  }).flat();
}

/** Prints a script of some pages, with margin numbers and page headers, as PDF. */
export async function printPdf(browser: Browser, pages: number): Promise<Buffer> {
  const tab = await browser.newPage();
  try {
    const sheets = Array.from({ length: pages }, (_, page) => {
      let scene = page * SCENES_OF_PAGE;
      const lines = writePage(page).map((line) => {
        if (/^(?:INT|EXT)\./.test(line)) {
          scene++;
          return `${String(scene).padEnd(8)}${line.padEnd(58)}${scene}`;
        }
        const indent = SPEAKERS.includes(line) ? 28 : line === DIALOGUE ? 18 : 8;
        return line === ''
          ? ''
          : wrap(line, indent === 8 ? 58 : 34)
              .map((row) => ' '.repeat(indent) + row)
              .join('\n');
      });
      return `<pre>${' '.repeat(40)}THE LONG ROAD - Blue 3/5/26  ${page + 1}.\n\n${lines.join('\n')}</pre>`;
    });
    await tab.setContent(
      `<title>The Long Road</title><style>pre { font: 12px/16px "Courier Prime", Courier, monospace; margin: 0; break-after: page }</style>${sheets.join('')}`,
    );
    return await tab.pdf({ format: 'Letter', margin: { top: '36px', left: '48px', right: '24px', bottom: '36px' } });
  } finally {
    await tab.close();
  }
}

function wrap(text: string, width: number): string[] {
  const rows: string[] = [''];
  for (const word of text.split(' ')) {
    const row = rows.at(-1)!;
    if (row !== '' && row.length + word.length >= width) rows.push(word);
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`;
  }
  return rows;
}
