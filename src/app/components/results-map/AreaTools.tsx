import type { ComponentProps } from 'react';
import { AreaDrawing, LoadingAreaDrawing } from '../../../features/geography/ui/draw-area/AreaDrawing.tsx';
import { MAX_POINTS, MIN_POINTS } from '../../../features/search/schema.ts';
import { Pencil } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import type { DrawingDevice } from './useMapSearch.ts';

const DRAW_BUTTON_ID = 'draw-area';
const OUTLINE_LIMITS = { min: MIN_POINTS, max: MAX_POINTS };

/**
 * The buttons on the map that search another area; while one is drawn, the drawing.
 * @param props.map undefined until it is loaded
 * @param props.onDraw called with undefined when a drawing has ended
 * @param props.onSearchHere undefined while the map shows the area that was searched
 */
export function AreaTools(props: {
  map: ComponentProps<typeof AreaDrawing>['map'] | undefined;
  drawing: DrawingDevice | undefined;
  onDraw: (device: DrawingDevice | undefined) => void;
  onSearchOutline: ComponentProps<typeof AreaDrawing>['onFinish'];
  onSearchHere: (() => void) | undefined;
}) {
  const { map, drawing, onDraw, onSearchOutline, onSearchHere } = props;
  const focusById = useFocusById();
  const cancel = () => {
    onDraw(undefined);
    focusById(DRAW_BUTTON_ID);
  };
  if (drawing && !map) return <LoadingAreaDrawing onCancel={cancel} />;
  if (drawing && map)
    return (
      <AreaDrawing
        map={map}
        startsByKeyboard={drawing === 'keyboard'}
        limits={OUTLINE_LIMITS}
        onFinish={(outline) => {
          onDraw(undefined);
          onSearchOutline(outline);
        }}
        onCancel={cancel}
      />
    );
  return (
    <div className="map__actions">
      <button
        id={DRAW_BUTTON_ID}
        type="button"
        className="button"
        // The detail is the number of clicks, and zero by keyboard.
        onClick={(event) => onDraw(event.detail === 0 ? 'keyboard' : 'pointer')}
      >
        <Pencil small />
        Draw an area
      </button>
      {/* Announces the button, which appears when the map was moved, by keyboard too. */}
      <span role="status" className="visually-hidden">
        {onSearchHere && 'The map has moved. You can search this area.'}
      </span>
      {onSearchHere && (
        <button type="button" className="button" onClick={onSearchHere}>
          Search this area
        </button>
      )}
    </div>
  );
}
