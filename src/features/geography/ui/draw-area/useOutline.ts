import { useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type Outline, extendOutline, isAtEnd } from './outline.ts';
import { projectTo } from './projection.ts';

/** Numbers of points. */
export interface OutlineLimits {
  readonly min: number;
  readonly max: number;
}

export interface Drawing {
  readonly outline: Outline;
  /** Appends a point or a freehand line. Finishes the outline if it ends at its first point, or a point at its last one. */
  readonly add: (line: Outline, radius: number) => void;
  /** Removes what was added last: a point or a freehand line. */
  readonly undo: () => void;
  /** Does nothing while points are missing. */
  readonly finish: (outline: Outline) => void;
}

/** The outline while it is drawn. */
export function useOutline(map: MapLibre, { min, max }: OutlineLimits, onFinish: (outline: Outline) => void): Drawing {
  /** The outline after each addition. */
  const [steps, setSteps] = useState<readonly Outline[]>([]);
  const outline = steps.at(-1) ?? [];
  const finish = (finished: Outline) => {
    if (finished.length >= min) onFinish(finished);
  };
  const add = (line: Outline, radius: number) => {
    const project = projectTo(map);
    const isPoint = line.length === 1;
    if (isPoint && isAtEnd(outline, line[0]!, radius, project)) return finish(outline);
    const extended = extendOutline(outline, line, max, project);
    setSteps([...steps, extended]);
    if (!isPoint && isAtEnd(extended.slice(0, 1), line.at(-1)!, radius, project)) finish(extended);
  };
  const undo = () => setSteps(steps.slice(0, -1));
  return { outline, add, undo, finish };
}
