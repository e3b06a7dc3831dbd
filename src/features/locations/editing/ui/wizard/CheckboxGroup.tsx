import { type ReactNode, useState } from 'react';
import { FieldError } from '../../../../../ui/Field.tsx';
import { listChoices } from '../../../working-copy/ui/FieldControl.tsx';
import { ChevronDown, ChevronUp } from '../../../../../ui/icons.tsx';

/**
 * The options of a field as checkboxes, collapsed to the chosen ones until the user expands them.
 * @param props.id the id of the first option; while none is shown, of the button that expands the list
 */
export function CheckboxGroup(props: {
  id: string;
  className: string;
  label: string;
  options: readonly string[];
  chosen: readonly string[];
  problem: string | undefined;
  /** Shown above the options. */
  hint?: ReactNode;
  onChange: (chosen: string[]) => void;
}) {
  const { id, className, label, options, chosen, problem, hint, onChange } = props;
  // Options that were chosen when the list was collapsed stay visible, so that they can be unchecked and checked again.
  const [collapsed, setCollapsed] = useState<readonly string[] | null>(chosen);
  const all = listChoices(options, chosen);
  const shown = collapsed ? all.filter((name) => collapsed.includes(name) || chosen.includes(name)) : all;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [problem !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <fieldset className={`checkbox-group-field ${className}`} aria-describedby={describedBy || undefined}>
      <legend>
        {label}
        <span className="required" aria-hidden>
          {' '}
          *
        </span>
        <span className="visually-hidden"> (required)</span>
      </legend>
      <button
        type="button"
        id={shown.length === 0 ? id : undefined}
        className="checkbox-group-toggle"
        aria-expanded={collapsed === null}
        aria-controls={`${id}-options`}
        onClick={() => setCollapsed(collapsed ? null : chosen)}
      >
        <span className="visually-hidden">{`${label}: `}</span>
        {chosen.length === 0 ? 'None' : chosen.length} chosen, {collapsed ? 'show all' : 'show fewer'}
        {collapsed ? <ChevronDown small /> : <ChevronUp small />}
      </button>
      {hint !== undefined && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      <div id={`${id}-options`} className="checkbox-group">
        {shown.map((name, index) => (
          <label key={name} className="checkbox-row">
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              checked={chosen.includes(name)}
              aria-invalid={problem !== undefined}
              onChange={({ target }) =>
                onChange(all.filter((option) => (option === name ? target.checked : chosen.includes(option))))
              }
            />
            {name}
          </label>
        ))}
      </div>
      {problem !== undefined && <FieldError id={errorId} message={problem} />}
    </fieldset>
  );
}
