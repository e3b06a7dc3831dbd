import type { Position } from '../../schema.ts';
import { getGazetteer } from '../../gazetteer/queries.server.ts';
import { type NamedWater, getWaterLabels } from '../water-labels.server.ts';
import { type TypesetText, typeset } from './typesetting.server.ts';
import { type Frame, intersects } from './paths.ts';
import { toPixel, type View } from './view.server.ts';

/** Font sizes in pixels, legible on cards, which show a map at less than half its size. */
export const LABEL_STYLES = {
  town: { size: 24 },
  island: { size: 22 },
  loch: { size: 20 },
  sea: { size: 18, spacing: 3 },
} as const;
type LabelKind = keyof typeof LABEL_STYLES;

/** A label on a static map; x and y are the centre of its baseline, in pixels. */
export interface PlacedLabel {
  text: string;
  glyphs: TypesetText;
  kind: LabelKind;
  x: number;
  y: number;
}

/** The criteria for the labels of a map. */
export interface LabelRules {
  readonly maxTowns: number;
  readonly maxWaters: number;
  /** How much more a place in the centre counts than one at the edge, in zoom levels of half the width. */
  readonly centrality: number;
  /** Population of towns that have a dot without a label. */
  readonly dotsFrom: number;
}

/** Pixels between labels, and between labels and the edge. */
const LABEL_MARGIN = 12;
/** Pixels between the dot of a settlement and its label. */
const DOT_MARGIN = 12;
/** Added to the rank of a place of unknown population. */
const HAMLET_PENALTY = 2;

interface Candidate {
  text: string;
  kind: LabelKind;
  x: number;
  /** Possible baselines, best first. */
  baselines: number[];
  /** Lower ranks are placed first. */
  rank: number;
}

/** Places labels without overlaps with each other, the marker or the edge; important and central places first. */
export function placeLabels(view: View, rules: LabelRules, marker?: Frame): PlacedLabel[] {
  const boxes = marker ? [marker] : [];
  const place = ({ text, kind, x, baselines }: Candidate): PlacedLabel | undefined => {
    const glyphs = typeset(kind === 'sea' ? text.toUpperCase() : text, LABEL_STYLES[kind]);
    const label = baselines
      .map((y) => ({ text, glyphs, kind, x, y }))
      .find((option) => isInside(view, getBox(option)) && !boxes.some((box) => intersects(box, getBox(option))));
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
  return [
    ...placeUpTo(rules.maxTowns, listSettlements(view, rules, marker)),
    ...placeUpTo(rules.maxWaters, listWaters(view, rules)),
  ];
}

/** Ranked by size and distance from the centre: a village nearby comes before a town at the edge. */
function listSettlements(view: View, rules: LabelRules, marker: Frame | undefined): Candidate[] {
  const { towns, abroad, islands } = getGazetteer();
  const { size } = LABEL_STYLES.town;
  const named = listVisible(view, [...towns, ...abroad]).map(({ place, x, y }) => {
    // The label of a town below the marker is placed above or below the marker.
    const hidden = marker && intersects(marker, { left: x - 60, right: x + 60, top: y, bottom: y });
    const baselines = hidden
      ? [marker.top - DOT_MARGIN, marker.bottom + DOT_MARGIN + size]
      : [y - DOT_MARGIN, y + DOT_MARGIN + size * 0.7];
    const weight = place.zoom + (place.population === 0 ? HAMLET_PENALTY : 0);
    return { text: place.name, kind: 'town' as const, x, baselines, rank: weight + getRemoteness(view, rules, x, y) };
  });
  return [...named, ...listCentred(view, rules, islands, 'island')];
}

function listWaters(view: View, rules: LabelRules): Candidate[] {
  const { seas, lakes } = getWaterLabels();
  return [...listCentred(view, rules, seas, 'sea'), ...listCentred(view, rules, lakes, 'loch')];
}

/** Lists labels that are centred on their place. */
function listCentred(view: View, rules: LabelRules, list: readonly NamedWater[], kind: LabelKind): Candidate[] {
  return listVisible(view, list).map(({ place, x, y }) => {
    const baselines = [y + LABEL_STYLES[kind].size / 3];
    return { text: place.name, kind, x, baselines, rank: place.zoom + getRemoteness(view, rules, x, y) };
  });
}

/** Lists the places inside a view with their pixels. */
function listVisible<Place extends Position>(view: View, places: readonly Place[]) {
  return places.flatMap((place) => {
    const pixel = toPixel(view, place);
    return pixel ? [{ place, x: pixel[0], y: pixel[1] }] : [];
  });
}

/** Returns dots for the larger towns in a view, and for all places that have a label. */
export function placeDots(
  view: View,
  names: readonly PlacedLabel[],
  { dotsFrom }: LabelRules,
): { x: number; y: number; radius: number }[] {
  const { towns, abroad } = getGazetteer();
  return listVisible(view, [...towns, ...abroad]).flatMap(({ place: { name, population }, x, y }) => {
    const shown = population >= dotsFrom || names.some((label) => label.text === name && label.x === x);
    return shown ? [{ x, y, radius: population < 5000 ? 3 : population < 50_000 ? 4 : 5.5 }] : [];
  });
}

/** 0 in the centre, about 0.6 of the centrality in the corners. */
function getRemoteness({ width, height }: View, { centrality }: LabelRules, x: number, y: number): number {
  return (centrality * Math.hypot(x - width / 2, y - height / 2)) / width;
}

function getBox({ glyphs, kind, x, y }: PlacedLabel): Frame {
  const { size } = LABEL_STYLES[kind];
  const half = glyphs.width / 2 + LABEL_MARGIN;
  return { left: x - half, right: x + half, top: y - size - LABEL_MARGIN / 2, bottom: y + size / 3 + LABEL_MARGIN / 2 };
}

function isInside(view: View, box: Frame): boolean {
  return (
    box.left > LABEL_MARGIN &&
    box.right < view.width - LABEL_MARGIN &&
    box.top > LABEL_MARGIN &&
    box.bottom < view.height - LABEL_MARGIN
  );
}
