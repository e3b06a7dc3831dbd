import type { Position } from '../../../locations/schema.ts';
import { MAP_COLOURS, type MapTheme } from '../style.ts';
import { groundPaths, UNITS } from './ground.server.ts';
import { LABEL_FONTS, placeDots, placeLabels, type PlacedLabel } from './labels.server.ts';
import { glyphPaths, getPixelsPerUnit } from './glyphs.server.ts';
import { HEIGHT, getView, WIDTH, type View } from './view.server.ts';

/** Design tokens of the marker, resolved like the map's colours. */
const GORSE = '#FAD51A';
const INK = { light: '#15181B', dark: '#F2F3F0' } as const;

/** Half the width of the marker with its brackets, in pixels. */
const MARKER = 40;
/** Length of a bracket's arms, in pixels. */
const ARM = 16;
/** Size of the view `close`, in pixels: the marker is visible in a thumbnail. */
const CLOSE = { width: 300, height: 200 } as const;
/** Width of the halo of names, in pixels. */
const RIM = 5;

/**
 * Draws an SVG map (3:2) of the surroundings of a position, with a marker in viewfinder brackets in the middle. The image follows the
 * light or dark scheme of the browser. Its view `#close` is the middle without names, for thumbnails.
 */
export function drawMap(position: Position): string {
  const view = getView(position);
  const names = placeLabels(view, {
    left: WIDTH / 2 - MARKER,
    right: WIDTH / 2 + MARKER,
    top: HEIGHT / 2 - MARKER,
    bottom: HEIGHT / 2 + MARKER,
  });
  const [left, top] = [(WIDTH - CLOSE.width) / 2, (HEIGHT - CLOSE.height) / 2];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<style>${SHAPES}${colours('light')}@media(prefers-color-scheme:dark){${colours('dark')}}</style>` +
    `<defs>${glyphPaths(names.map(({ layout }) => layout))}</defs>` +
    `<view id="close" viewBox="${left} ${top} ${CLOSE.width} ${CLOSE.height}"/>` +
    `<path class="ground" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>` +
    `<g transform="scale(${1 / UNITS})">${groundPaths(view)}</g>` +
    drawDots(view, names) +
    drawNames(names) +
    `<g transform="translate(${WIDTH / 2} ${HEIGHT / 2})">${drawMarker()}</g></svg>`
  );
}

/** Draws the dots as one path per size: a line of zero length with round caps is a dot. */
function drawDots(view: View, names: readonly PlacedLabel[]): string {
  const bySize = Map.groupBy(placeDots(view, names), (dot) => dot.radius);
  const paths = [...bySize].map(([radius, dots]) => {
    const data = dots.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join('');
    return `<path class="dots" stroke-width="${radius * 2}" d="${data}"/>`;
  });
  return paths.join('');
}

/** Draws all halos before the names, so that no halo covers a name. Names of seas have no halo. */
function drawNames(names: readonly PlacedLabel[]): string {
  const drawn = names.map(({ text, layout, kind, x, y }, index) => {
    const place = `translate(${Math.round(x)} ${Math.round(y)})scale(${getPixelsPerUnit(LABEL_FONTS[kind].size).toFixed(4)})`;
    return `<g id="n${index}" class="${kind}" transform="${place}"><title>${escapeText(text)}</title>${layout.svg}</g>`;
  });
  const again = names.map((_, index) => `<use href="#n${index}"/>`);
  return `<g class="names"><g class="rim">${drawn.join('')}</g>${again.join('')}</g>`;
}

function drawMarker(): string {
  const corner = (x: number, y: number) => `M${x * MARKER} ${y * (MARKER - ARM)}V${y * MARKER}H${x * (MARKER - ARM)}`;
  const corners = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
  return `<path class="halo" d="${corners}"/><path class="bracket" d="${corners}"/><circle class="spot" r="16"/>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}

const SHAPES =
  '#close:target~.names{display:none}.rim{stroke-linejoin:round}' +
  (['town', 'island', 'loch'] as const)
    .map((kind) => `.${kind}{stroke-width:${Math.round(RIM / getPixelsPerUnit(LABEL_FONTS[kind].size))}}`)
    .join('') +
  '.land,.lakes{stroke-width:2}.dots{stroke-linecap:round;opacity:.55}.councils,.rivers{fill:none;stroke-width:2.5;stroke-linejoin:round}' +
  `.spot{fill:${GORSE};stroke-width:3.5}.bracket,.halo{fill:none;stroke-width:5}.halo{stroke-width:9}`;

function colours(theme: MapTheme): string {
  const { sea, land, coast, border, place, water } = MAP_COLOURS[theme];
  return (
    `.ground{fill:${sea}}.land{fill:${land};stroke:${coast}}.lakes{fill:${sea};stroke:${coast}}` +
    `.councils{stroke:${border}}.rivers{stroke:${sea}}.town{fill:${place}}.rim{stroke:${land}}` +
    `.dots{stroke:${place}}.loch,.island,.sea{fill:${water}}.sea{stroke:none}` +
    `.bracket{stroke:${INK[theme]}}.halo{stroke:${land}}.spot{stroke:${INK.light}}`
  );
}
