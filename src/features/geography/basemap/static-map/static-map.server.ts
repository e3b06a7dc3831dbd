import type { Position } from '../../schema.ts';
import { MAP_COLOURS, type MapTheme } from '../style.ts';
import { OVERVIEW_PX, type OverviewCamera } from '../overview.ts';
import { drawGround, UNITS_PER_PIXEL } from './ground.server.ts';
import { LABEL_STYLES, type LabelRules, placeDots, placeLabels, type PlacedLabel } from './labels.server.ts';
import { drawGlyphs, unitsToPixels } from './typesetting.server.ts';
import { projectX, projectY } from '../../measure.ts';
import { getView, type View } from './view.server.ts';

/**
 * The colours of a map that stands in place of a photograph: with more body than those of the map, so that the land is not the paper of the
 * page around it.
 */
const PICTURE_COLOURS = {
  light: {
    ...MAP_COLOURS.light,
    sea: '#C8D8DE',
    shallows: '#D2DFE4',
    shore: '#DDE7E9',
    land: '#EDF0E3',
    coast: '#94A6A4',
    border: '#D3D9C9',
    place: '#4C5358',
    water: '#3B5664',
  },
  dark: {
    ...MAP_COLOURS.dark,
    sea: '#0B161B',
    shallows: '#0F1D23',
    shore: '#14262C',
    land: '#252D2A',
    coast: '#52625E',
    border: '#333D39',
    place: '#ABB3B4',
    water: '#84A0AC',
  },
} as const;

/** Design tokens of the marker, resolved like MAP_COLOURS. */
const MARKER_COLOUR = '#FAD51A';
const BRACKET_COLOURS = { light: '#15181B', dark: '#F2F3F0' } as const;

/** Half the width of the marker with its brackets (pixels). */
const MARKER_RADIUS = 40;
/** Length of each arm of a bracket (pixels). */
const BRACKET_LENGTH = 16;
/** Pixels of the view `close-up`: so small that the marker is visible in a thumbnail. */
const THUMBNAIL = { width: 300, height: 200 } as const;
/** Width of the outline around labels (pixels). */
const HALO_WIDTH = 5;

/** The contents of a map; its file stays under one and a half times the length of its paths, and under a third of that when compressed. */
interface MapContent {
  /** Characters. */
  readonly maxPaths: number;
  readonly labels: LabelRules;
  /** Whether it stands in place of a photograph rather than of the map. */
  readonly isPicture: boolean;
}
const LOCATION: MapContent = {
  maxPaths: 16_000,
  labels: { maxTowns: 6, maxWaters: 2, centrality: 5, dotsFrom: 500 },
  isPicture: true,
};
const OVERVIEW: MapContent = {
  maxPaths: 60_000,
  labels: { maxTowns: 24, maxWaters: 6, centrality: 0, dotsFrom: Infinity },
  isPicture: false,
};
/** Pixels of an overview, on each side. Shown at half of that, so that its labels are as large as those of the map. */
const OVERVIEW_SIZE = 2 * OVERVIEW_PX;
/** Pixels of the world at zoom 0. */
const WORLD_PX = 512;

/** Draws an SVG map (3:2) around a marker, in the colour scheme of the browser. The view `#close-up`, for thumbnails, has no labels. */
export function renderStaticMap(position: Position): string {
  const view = getView(position);
  const { width, height } = view;
  const names = placeLabels(view, LOCATION.labels, {
    left: width / 2 - MARKER_RADIUS,
    right: width / 2 + MARKER_RADIUS,
    top: height / 2 - MARKER_RADIUS,
    bottom: height / 2 + MARKER_RADIUS,
  });
  const [left, top] = [(width - THUMBNAIL.width) / 2, (height - THUMBNAIL.height) / 2];
  return draw(
    view,
    names,
    LOCATION,
    `<view id="close-up" viewBox="${left} ${top} ${THUMBNAIL.width} ${THUMBNAIL.height}"/>`,
    `<g transform="translate(${width / 2} ${height / 2})">${drawMarker()}</g>`,
  );
}

/** Draws a square SVG map around a centre at a zoom of the map, in the colour scheme of the browser. */
export function renderOverview({ center: [longitude, latitude], zoom }: OverviewCamera): string {
  const scale = (OVERVIEW_SIZE / OVERVIEW_PX) * WORLD_PX * 2 ** zoom;
  const view = { x: projectX(longitude), y: projectY(latitude), scale, width: OVERVIEW_SIZE, height: OVERVIEW_SIZE };
  return draw(view, placeLabels(view, OVERVIEW.labels), OVERVIEW);
}

function draw(view: View, names: readonly PlacedLabel[], content: MapContent, views = '', marker = ''): string {
  const { width, height } = view;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${SHAPE_STYLES}${getColourStyles('light', content)}@media(prefers-color-scheme:dark){${getColourStyles('dark', content)}}</style>` +
    `<defs>${drawGlyphs(names.map(({ glyphs }) => glyphs))}</defs>${views}` +
    `<path class="ground" d="M0 0h${width}v${height}H0z"/>` +
    `<g transform="scale(${1 / UNITS_PER_PIXEL})">${drawGround(view, content.isPicture, content.maxPaths)}</g>` +
    `${drawDots(view, names, content)}${drawNames(names)}${marker}</svg>`
  );
}

/** One path per size: a line of zero length with a round cap is a dot. */
function drawDots(view: View, names: readonly PlacedLabel[], { labels }: MapContent): string {
  const bySize = Map.groupBy(placeDots(view, names, labels), (dot) => dot.radius);
  const paths = [...bySize].map(([radius, dots]) => {
    const data = dots.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join('');
    return `<path class="dots" stroke-width="${radius * 2}" d="${data}"/>`;
  });
  return paths.join('');
}

/** Draws all outlines first, so that none covers a label. Labels of seas have none. */
function drawNames(names: readonly PlacedLabel[]): string {
  const drawn = names.map(({ text, glyphs, kind, x, y }, index) => {
    const place = `translate(${Math.round(x)} ${Math.round(y)})scale(${unitsToPixels(LABEL_STYLES[kind].size).toFixed(4)})`;
    return `<g id="n${index}" class="${kind}" transform="${place}"><title>${escapeText(text)}</title>${glyphs.svg}</g>`;
  });
  const again = names.map((_, index) => `<use href="#n${index}"/>`);
  return `<g class="names"><g class="rim">${drawn.join('')}</g>${again.join('')}</g>`;
}

function drawMarker(): string {
  const corner = (x: number, y: number) =>
    `M${x * MARKER_RADIUS} ${y * (MARKER_RADIUS - BRACKET_LENGTH)}V${y * MARKER_RADIUS}H${x * (MARKER_RADIUS - BRACKET_LENGTH)}`;
  const corners = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
  return `<path class="halo" d="${corners}"/><path class="bracket" d="${corners}"/><circle class="spot" r="16"/>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}

const SHAPE_STYLES =
  '#close-up:target~.names{display:none}.rim{stroke-linejoin:round}' +
  (['town', 'island', 'loch'] as const)
    .map((kind) => `.${kind}{stroke-width:${Math.round(HALO_WIDTH / unitsToPixels(LABEL_STYLES[kind].size))}}`)
    .join('') +
  '.land,.lakes{stroke-width:2}.shallows,.shore{fill:none;stroke-linejoin:round}.shallows{stroke-width:72}.shore{stroke-width:32}.dots{stroke-linecap:round;opacity:.55}.councils,.rivers{fill:none;stroke-width:2.5;stroke-linejoin:round}' +
  `.spot{fill:${MARKER_COLOUR};stroke-width:3.5}.bracket,.halo{fill:none;stroke-width:5}.halo{stroke-width:9}`;

function getColourStyles(theme: MapTheme, { isPicture }: MapContent): string {
  const { sea, land, coast, border, place, water } = (isPicture ? PICTURE_COLOURS : MAP_COLOURS)[theme];
  const { shallows, shore } = PICTURE_COLOURS[theme];
  return (
    (isPicture ? `.shallows{stroke:${shallows}}.shore{stroke:${shore}}` : '') +
    `.ground{fill:${sea}}.land{fill:${land};stroke:${coast}}.lakes{fill:${sea};stroke:${coast}}` +
    `.councils{stroke:${border}}.rivers{stroke:${sea}}.town{fill:${place}}.rim{stroke:${land}}` +
    `.dots{stroke:${place}}.loch,.island,.sea{fill:${water}}.sea{stroke:none}` +
    `.bracket{stroke:${BRACKET_COLOURS[theme]}}.halo{stroke:${land}}.spot{stroke:${BRACKET_COLOURS.light}}`
  );
}
