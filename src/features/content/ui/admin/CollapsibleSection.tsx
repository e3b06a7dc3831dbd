import { type ReactNode, useEffect, useRef } from 'react';
import { ChevronDown } from '../../../../ui/icons.tsx';
import { useField, useFillPlaceholders } from './fields.tsx';

/**
 * A part of a page that can be opened and closed; one where something is wrong opens by itself.
 * @param props.path of what it holds
 * @param props.says what is in it, in a few words
 */
export function CollapsibleSection(props: {
  path: string;
  title: string;
  says: string;
  open?: boolean;
  children: ReactNode;
}) {
  const { path, title, says, open = false, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const { hasProblem } = useField(path);
  useEffect(() => {
    if (hasProblem && details.current) details.current.open = true;
  }, [hasProblem]);
  return (
    <details ref={details} className="collapsible-section" open={open}>
      <summary>
        <ChevronDown small />
        <h2>{title}</h2>
        <span className="muted">{says}</span>
      </summary>
      <div className="collapsible-section__body">{children}</div>
    </details>
  );
}

/**
 * A part that a page has or has not.
 * @param props.blank what it begins with
 * @param props.about what it is for, while there is none
 */
export function OptionalSection(props: {
  path: string;
  title: string;
  blank: object;
  about: string;
  children: ReactNode;
}) {
  const { path, title, blank, about, children } = props;
  const { value, set } = useField(path);
  const shown = useFillPlaceholders();
  const given = value as { title?: string } | null;
  return (
    <CollapsibleSection path={path} title={title} says={given ? shown(given.title || 'Without a title yet') : 'None'}>
      {given ? (
        <>
          {children}
          <button
            type="button"
            className="button button--compact collapsible-section__remove"
            onClick={() => set(null)}
          >
            Remove the {title.toLowerCase()}
          </button>
        </>
      ) : (
        <>
          <p className="muted">{about}</p>
          <button type="button" className="button button--compact" onClick={() => set(blank)}>
            Add a {title.toLowerCase()}
          </button>
        </>
      )}
    </CollapsibleSection>
  );
}
