import type { Position } from '../../../locations/schema.ts';
import { MAP_COLOURS, type MapTheme } from '../style.ts';
import { groundPaths, UNITS } from './ground.server.ts';
import { LETTERS, placeDots, placeLabels, type PlacedLabel } from './labels.server.ts';
import type { Frame } from './paths.ts';
import { HEIGHT, viewOf, WIDTH, type View } from './view.server.ts';

/** The design tokens that the marker takes, resolved like the map's colours. */
const GORSE = '#FAD51A';
const INK = { light: '#15181B', dark: '#F2F3F0' } as const;
const PAPER = { light: '#FFFFFF', dark: '#15181B' } as const;

/** Half the width of the marker with its brackets, in pixels. */
const MARKER = 40;
/** Length of a bracket's arms, in pixels. */
const ARM = 16;
/** The tag that names the marked place: size of its letters, their mean width, its height and inner margin, in pixels. */
const TAG = { size: 26, width: 14.4, height: 60, margin: 24 } as const;

/**
 * An SVG map (3:2) of the surroundings of a position: a marker in the viewfinder's brackets stands in the middle. The picture follows
 * the reader's light or dark scheme by itself. A `label` names the marked place in it.
 */
export function drawMap(position: Position, { label }: { label?: string } = {}): string {
  const view = viewOf(position);
  const marker = around(-MARKER, MARKER, MARKER);
  const tag = label === undefined ? undefined : tagBeside(label);
  const names = placeLabels(view, tag ? [marker, tag.box] : [marker]);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<style>${SHAPES}${colours('light')}@media(prefers-color-scheme:dark){${colours('dark')}}</style>` +
    `<path class="sea" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>` +
    `<g transform="scale(${1 / UNITS})">${groundPaths(view)}</g>` +
    drawDots(view, names) +
    names.map(drawName).join('') +
    `<g transform="translate(${WIDTH / 2} ${HEIGHT / 2})">${drawMarker()}${tag?.svg ?? ''}</g></svg>`
  );
}

/** A box round the middle of the picture, or beside it. */
function around(left: number, right: number, half: number): Frame {
  return { left: WIDTH / 2 + left, right: WIDTH / 2 + right, top: HEIGHT / 2 - half, bottom: HEIGHT / 2 + half };
}

/** One path a size: a round cap on a line without length makes a dot. */
function drawDots(view: View, names: readonly PlacedLabel[]): string {
  const bySize = Map.groupBy(placeDots(view, names), (dot) => dot.radius);
  const paths = [...bySize].map(([radius, dots]) => {
    const data = dots.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join('');
    return `<path class="dots" stroke-width="${radius * 2}" d="${data}"/>`;
  });
  return paths.join('');
}

function drawName({ text, kind, x, y }: PlacedLabel): string {
  return `<text class="${kind}" x="${Math.round(x)}" y="${Math.round(y)}">${escapeText(text)}</text>`;
}

function drawMarker(): string {
  const corner = (x: number, y: number) => `M${x * MARKER} ${y * (MARKER - ARM)}V${y * MARKER}H${x * (MARKER - ARM)}`;
  const corners = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
  return `<path class="halo" d="${corners}"/><path class="bracket" d="${corners}"/><circle class="spot" r="16"/>`;
}

function tagBeside(label: string): { svg: string; box: Frame } {
  const left = MARKER + 8;
  const width = Math.round(label.length * TAG.width + TAG.margin * 2);
  return {
    svg:
      `<rect class="tag" x="${left}" y="${-TAG.height / 2}" width="${width}" height="${TAG.height}" rx="3"/>` +
      `<text class="tagged" x="${left + TAG.margin}" y="${TAG.size / 3}">${escapeText(label)}</text>`,
    box: around(left, left + width, TAG.height / 2),
  };
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}

const SHAPES =
  'text{font-family:"Helvetica Neue",Arial,sans-serif;text-anchor:middle;paint-order:stroke;stroke-width:5;stroke-linejoin:round}' +
  `.town{font-size:${LETTERS.town.size}px}.loch,.island{font-style:italic}.loch{font-size:${LETTERS.loch.size}px}.island{font-size:${LETTERS.island.size}px}` +
  `.sea{letter-spacing:.16em;font-size:${LETTERS.sea.size}px;text-transform:uppercase;stroke:none}` +
  `.tagged{font-size:${TAG.size}px;font-weight:600;text-anchor:start;stroke:none}` +
  '.land,.lakes{stroke-width:2}.dots{stroke-linecap:round;opacity:.55}.councils,.rivers{fill:none;stroke-width:2.5;stroke-linejoin:round}' +
  `.spot{fill:${GORSE};stroke-width:3.5}.bracket,.halo{fill:none;stroke-width:5}.halo{stroke-width:9}`;

function colours(theme: MapTheme): string {
  const { sea, land, coast, border, place, water } = MAP_COLOURS[theme];
  return (
    `path.sea{fill:${sea}}.land{fill:${land};stroke:${coast}}.lakes{fill:${sea};stroke:${coast}}` +
    `.councils{stroke:${border}}.rivers{stroke:${sea}}.town{fill:${place};stroke:${land}}` +
    `.dots{stroke:${place}}.loch,.island{fill:${water};stroke:${land}}text.sea{fill:${water}}` +
    `.bracket{stroke:${INK[theme]}}.halo{stroke:${land}}.spot{stroke:${INK.light}}` +
    `.tag{fill:${INK[theme]}}.tagged{fill:${PAPER[theme]}}`
  );
}
