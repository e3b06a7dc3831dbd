import { Bin } from '../../../../../ui/icons.tsx';
import type { LocationImage } from '../schema.ts';

/**
 * Selects several images to delete them; outside of the selection mode, shows how many have no alternative text.
 * @param props.selected undefined outside of the selection mode
 */
export function Selection(props: {
  images: readonly LocationImage[];
  selected: ReadonlySet<string> | undefined;
  onSelect: (selected: ReadonlySet<string> | undefined) => void;
  onDelete: (ids: readonly string[]) => void;
}) {
  const { images, selected, onSelect, onDelete } = props;
  const ids = images.map(({ id }) => id).filter((id) => selected?.has(id));
  const missing = images.filter(({ alt }) => !alt).length;
  return (
    <div className="selection">
      {selected === undefined ? (
        <>
          <p className="small muted">{formatMissingAlt(missing)}</p>
          {images.length > 1 && (
            <button type="button" className="button button--quiet" onClick={() => onSelect(new Set())}>
              Select several
            </button>
          )}
        </>
      ) : (
        <>
          <output className="small">{ids.length === 1 ? '1 image selected' : `${ids.length} images selected`}</output>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => onSelect(new Set(images.map(({ id }) => id)))}
          >
            Select all
          </button>
          <button type="button" className="button button--quiet" onClick={() => onSelect(undefined)}>
            Cancel
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={ids.length === 0}
            onClick={() => ids.length > 0 && onDelete(ids)}
          >
            <Bin />
            Delete selected
          </button>
        </>
      )}
    </div>
  );
}

/** Also shown in the review. */
export function formatMissingAlt(images: number): string {
  if (images === 0) return 'Every image has an alternative text.';
  return images === 1 ? '1 image has no alternative text yet.' : `${images} images have no alternative text yet.`;
}
