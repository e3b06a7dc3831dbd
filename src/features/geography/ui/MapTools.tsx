import { IconButton, Minus, Plus } from '../../../ui/icons.tsx';
import type { Cluster } from './markers.ts';

/** A move of a map that its buttons and clusters ask for. */
export type MapStep = 'zoom in' | 'zoom out' | Cluster;

/** The zoom buttons of a map. */
export function MapTools({ onStep }: { onStep: (step: MapStep) => void }) {
  return (
    <div className="map__tools">
      <IconButton label="Zoom in" onClick={() => onStep('zoom in')}>
        <Plus />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => onStep('zoom out')}>
        <Minus />
      </IconButton>
    </div>
  );
}
