import { DaysForm } from '../../availability/ui/DaysForm.tsx';
import { FILMING_DATES } from '../messages.ts';
import { type SearchParams, parseDates, withParams } from '../search-params.ts';
import { useRefine } from './search-field/refine-search.tsx';

/** The days on which locations must not be unavailable. */
export default function DatesForm({ params, focusOnOpen = false }: { params: SearchParams; focusOnOpen?: boolean }) {
  const refine = useRefine();
  return (
    <DaysForm
      label={FILMING_DATES}
      submitLabel="Apply"
      days={parseDates(params)}
      onDays={(dates) => void refine(withParams(params, { dates }))}
      focusOnOpen={focusOnOpen}
    >
      <p className="muted">
        Leaves out places that are unavailable on any of these days, and marks those that are likely so. Places whose
        owners have entered no dates are listed too.
      </p>
    </DaysForm>
  );
}
