import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';

/**
 * A tab list with the panel of the chosen tab. The arrow keys move between tabs (roving tabindex).
 * @param props.tabs label of each tab, in order
 */
export function Tabs<Name extends string>(props: {
  label: string;
  tabs: Readonly<Record<Name, ReactNode>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}) {
  const { label, tabs, chosen, onChoose, children } = props;
  const id = useId();
  const names = Object.keys(tabs) as Name[];
  const moveTo = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = names.at((names.indexOf(chosen) + to) % names.length);
    if (next === undefined) return;
    onChoose(next);
    document.getElementById(`${id}${next}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" tabIndex={-1} aria-label={label} onKeyDown={moveTo}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}`}
            className="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
        {children}
      </div>
    </>
  );
}
