import { useId } from 'react';
import type { listOpenSuggestions } from '../../breakdown/breakdown.ts';
import { formatName, formatReason } from '../../breakdown/messages.ts';

/** Suggestions that are shown at once. */
const MAX_SHOWN = 5;

/**
 * Places that may be one, for the user to decide.
 * @param props.onDecide gets the id of the button that follows, if there is one
 */
export function MergeSuggestions(props: {
  suggestions: ReturnType<typeof listOpenSuggestions>;
  onDecide: (type: 'accept' | 'decline', suggestion: string, next: string | undefined) => void;
}) {
  const { suggestions, onDecide } = props;
  const id = useId();
  if (suggestions.length === 0) return null;
  const shown = suggestions.slice(0, MAX_SHOWN);
  const toButtonId = (suggestion: string) => `${id}${suggestion}`;
  return (
    <section className="merge-suggestions no-print" aria-labelledby={id}>
      <h4 id={id} className="breakdown__name">
        Could these be one place?
      </h4>
      <ul>
        {shown.map((suggestion, index) => {
          const names = `${formatName(suggestion.one)} and ${formatName(suggestion.other)}`;
          const next = suggestions[index + 1] ?? suggestions[index - 1];
          const decide = (type: 'accept' | 'decline') => onDecide(type, suggestion.id, next && toButtonId(next.id));
          return (
            <li key={suggestion.id}>
              <p>{formatReason(suggestion.reason)}</p>
              <button type="button" id={toButtonId(suggestion.id)} className="button" onClick={() => decide('accept')}>
                Merge<span className="visually-hidden"> {names}</span>
              </button>
              <button type="button" className="button button--quiet" onClick={() => decide('decline')}>
                Leave separate<span className="visually-hidden">: {names}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {suggestions.length > shown.length && (
        <p className="muted small">{suggestions.length - shown.length} more follow when you have decided these.</p>
      )}
    </section>
  );
}
