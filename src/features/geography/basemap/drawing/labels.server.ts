import type { Position } from '../../../locations/schema.ts';
import { gazetteer } from '../../gazetteer/queries.server.ts';
import { LOCHS, SEAS } from '../waters.ts';
import { type TextLayout, layOutText } from './glyphs.server.ts';
import type { Frame } from './paths.ts';
import { HEIGHT, pixel, WIDTH, type View } from './view.server.ts';

/** Font sizes on a drawn map, in pixels: legible on a card, which shows the map at less than half its size. */
export const LABEL_FONTS = {
  town: { size: 24 },
  island: { size: 22 },
  loch: { size: 20 },
  sea: { size: 18, spacing: 3 },
} as const;
type LabelKind = keyof typeof LABEL_FONTS;

/** A name on a drawn map; x and y are the middle of its baseline, in pixels. */
export interface PlacedLabel {
  text: string;
  layout: TextLayout;
  kind: LabelKind;
  x: number;
  y: number;
}

const MAX_TOWNS = 6;
const MAX_WATERS = 2;
/** Margin between names, and between names and the edge, in pixels. */
const MARGIN = 12;
/** Space between a settlement's dot and its name, in pixels. */
const DOT_OFFSET = 12;
/** Added to the rank of places of unknown population. */
const HAMLET_RANK = 2;

interface Candidate {
  text: string;
  kind: LabelKind;
  x: number;
  /** Possible baselines, the best first. */
  baselines: number[];
  /** Candidates with a lower rank are placed first. */
  rank: number;
}

/**
 * Places the names of a view so that they do not overlap each other, the marker or the edge; the most important and central ones first.
 * The name of a town under the marker is placed above or below it.
 */
export function placeLabels(view: View, marker: Frame): PlacedLabel[] {
  const boxes = [marker];
  const place = ({ text, kind, x, baselines }: Candidate): PlacedLabel | undefined => {
    const layout = layOutText(kind === 'sea' ? text.toUpperCase() : text, LABEL_FONTS[kind]);
    const label = baselines
      .map((y) => ({ text, layout, kind, x, y }))
      .find((label) => isInside(getBox(label)) && !boxes.some((box) => overlap(box, getBox(label))));
    if (label) boxes.push(getBox(label));
    return label;
  };
  const placeUpTo = (max: number, candidates: Candidate[]): PlacedLabel[] => {
    const placed: PlacedLabel[] = [];
    for (const candidate of candidates.toSorted((a, b) => a.rank - b.rank)) {
      const label = placed.length < max ? place(candidate) : undefined;
      if (label) placed.push(label);
    }
    return placed;
  };
  return [...placeUpTo(MAX_TOWNS, settlements(view, marker)), ...placeUpTo(MAX_WATERS, waters(view))];
}

/** Ranks larger settlements first, but a nearby village before a town at the edge. */
function settlements(view: View, marker: Frame): Candidate[] {
  const { towns, abroad, islands } = gazetteer();
  const { size } = LABEL_FONTS.town;
  const named = [...towns, ...abroad].flatMap((place) => {
    const point = pixel(view, place);
    if (!point) return [];
    const [x, y] = point;
    const hidden = overlap(marker, { left: x - 60, right: x + 60, top: y, bottom: y });
    const baselines = hidden
      ? [marker.top - DOT_OFFSET, marker.bottom + DOT_OFFSET + size]
      : [y - DOT_OFFSET, y + DOT_OFFSET + size * 0.7];
    const weight = place.zoom + (place.population === 0 ? HAMLET_RANK : 0);
    return [{ text: place.name, kind: 'town' as const, x, baselines, rank: weight + distanceFromMiddle(x, y) * 5 }];
  });
  return [...named, ...centredLabels(view, islands, 'island')];
}

function waters(view: View): Candidate[] {
  return [...centredLabels(view, SEAS, 'sea'), ...centredLabels(view, LOCHS, 'loch')];
}

type Named = Position & { name: string; zoom: number };

/** Labels centred on the position of their object. */
function centredLabels(view: View, list: readonly Named[], kind: LabelKind): Candidate[] {
  return list.flatMap((place) => {
    const point = pixel(view, place);
    if (!point) return [];
    const [x, y] = point;
    return [
      {
        text: place.name,
        kind,
        x,
        baselines: [y + LABEL_FONTS[kind].size / 3],
        rank: place.zoom + distanceFromMiddle(x, y) * 5,
      },
    ];
  });
}

/** Returns the dots of a view: towns, and hamlets with a label. */
export function placeDots(view: View, names: readonly PlacedLabel[]): { x: number; y: number; radius: number }[] {
  const { towns, abroad } = gazetteer();
  return [...towns, ...abroad].flatMap(({ name, population, ...position }) => {
    const point = pixel(view, position);
    if (!point) return [];
    const [x, y] = point;
    const shown = population >= 500 || names.some((label) => label.text === name && label.x === x);
    return shown ? [{ x, y, radius: population < 5000 ? 3 : population < 50_000 ? 4 : 5.5 }] : [];
  });
}

/** Relative distance from the middle of the map: 0 in the middle, about 0.6 in the corners. */
function distanceFromMiddle(x: number, y: number): number {
  return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) / WIDTH;
}

function getBox({ layout, kind, x, y }: PlacedLabel): Frame {
  const { size } = LABEL_FONTS[kind];
  const half = layout.width / 2 + MARGIN;
  return { left: x - half, right: x + half, top: y - size - MARGIN / 2, bottom: y + size / 3 + MARGIN / 2 };
}

function isInside(box: Frame): boolean {
  return box.left > MARGIN && box.right < WIDTH - MARGIN && box.top > MARGIN && box.bottom < HEIGHT - MARGIN;
}

function overlap(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
