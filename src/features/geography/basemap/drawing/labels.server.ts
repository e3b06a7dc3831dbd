import type { Position } from '../../../locations/schema.ts';
import { gazetteer } from '../../gazetteer/queries.server.ts';
import { LOCHS, SEAS } from '../waters.ts';
import { type SetText, setText } from './glyphs.server.ts';
import type { Frame } from './paths.ts';
import { HEIGHT, pixel, WIDTH, type View } from './view.server.ts';

/** The letters on a drawn map, in pixels: legible still where a card shows it at less than half its size. */
export const LETTERS = {
  town: { size: 24 },
  island: { size: 22 },
  loch: { size: 20 },
  sea: { size: 18, spacing: 3 },
} as const;
type LabelKind = keyof typeof LETTERS;

/** A name on a drawn map; x and y are the middle of its base line, in pixels. */
export interface PlacedLabel {
  text: string;
  set: SetText;
  kind: LabelKind;
  x: number;
  y: number;
}

const MOST_TOWNS = 6;
const MOST_WATERS = 2;
/** Free space between names, and between names and the edge, in pixels. */
const ROOM = 12;
/** Space between a settlement's dot and its name, in pixels. */
const OFF_DOT = 12;
/** What a place of unknown population gives up in rank against one that is known to be a town. */
const HAMLET_RANK = 2;

interface Candidate {
  text: string;
  kind: LabelKind;
  x: number;
  /** Base lines to try, the best first. */
  baselines: number[];
  /** The lower, the earlier it gets its place. */
  rank: number;
}

/**
 * Names that fit a view without touching each other, the marker or the edge, the weightiest and nearest first. A town beneath the
 * marker is named above or below it.
 */
export function placeLabels(view: View, marker: Frame): PlacedLabel[] {
  const boxes = [marker];
  const place = ({ text, kind, x, baselines }: Candidate): PlacedLabel | undefined => {
    const set = setText(kind === 'sea' ? text.toUpperCase() : text, LETTERS[kind]);
    const label = baselines
      .map((y) => ({ text, set, kind, x, y }))
      .find((tried) => isInside(boxOf(tried)) && !boxes.some((box) => overlap(box, boxOf(tried))));
    if (label) boxes.push(boxOf(label));
    return label;
  };
  const placeUpTo = (most: number, candidates: Candidate[]): PlacedLabel[] => {
    const placed: PlacedLabel[] = [];
    for (const candidate of candidates.toSorted((a, b) => a.rank - b.rank)) {
      const label = placed.length < most ? place(candidate) : undefined;
      if (label) placed.push(label);
    }
    return placed;
  };
  return [...placeUpTo(MOST_TOWNS, settlements(view, marker)), ...placeUpTo(MOST_WATERS, waters(view))];
}

/** Bigger ones come first, but a town at the edge yields to a village close by. */
function settlements(view: View, marker: Frame): Candidate[] {
  const { towns, abroad, islands } = gazetteer();
  const { size } = LETTERS.town;
  const named = [...towns, ...abroad].flatMap((place) => {
    const spot = pixel(view, place);
    if (!spot) return [];
    const [x, y] = spot;
    const hidden = overlap(marker, { left: x - 60, right: x + 60, top: y, bottom: y });
    const baselines = hidden
      ? [marker.top - OFF_DOT, marker.bottom + OFF_DOT + size]
      : [y - OFF_DOT, y + OFF_DOT + size * 0.7];
    const weight = place.zoom + (place.population === 0 ? HAMLET_RANK : 0);
    return [{ text: place.name, kind: 'town' as const, x, baselines, rank: weight + fromMiddle(x, y) * 5 }];
  });
  return [...named, ...middles(view, islands, 'island')];
}

function waters(view: View): Candidate[] {
  return [...middles(view, SEAS, 'sea'), ...middles(view, LOCHS, 'loch')];
}

type Named = Position & { name: string; zoom: number };

/** Names that stand on the middle of what they name. */
function middles(view: View, list: readonly Named[], kind: LabelKind): Candidate[] {
  return list.flatMap((place) => {
    const spot = pixel(view, place);
    if (!spot) return [];
    const [x, y] = spot;
    return [
      { text: place.name, kind, x, baselines: [y + LETTERS[kind].size / 3], rank: place.zoom + fromMiddle(x, y) * 5 },
    ];
  });
}

/** The towns in a view and the hamlets that are named there, as dots. */
export function placeDots(view: View, names: readonly PlacedLabel[]): { x: number; y: number; radius: number }[] {
  const { towns, abroad } = gazetteer();
  return [...towns, ...abroad].flatMap(({ name, population, ...position }) => {
    const spot = pixel(view, position);
    if (!spot) return [];
    const [x, y] = spot;
    const shown = population >= 500 || names.some((label) => label.text === name && label.x === x);
    return shown ? [{ x, y, radius: population < 5000 ? 3 : population < 50_000 ? 4 : 5.5 }] : [];
  });
}

/** 0 in the middle, about 0.6 in the corners. */
function fromMiddle(x: number, y: number): number {
  return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) / WIDTH;
}

function boxOf({ set, kind, x, y }: PlacedLabel): Frame {
  const { size } = LETTERS[kind];
  const half = set.width / 2 + ROOM;
  return { left: x - half, right: x + half, top: y - size - ROOM / 2, bottom: y + size / 3 + ROOM / 2 };
}

function isInside(box: Frame): boolean {
  return box.left > ROOM && box.right < WIDTH - ROOM && box.top > ROOM && box.bottom < HEIGHT - ROOM;
}

function overlap(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
