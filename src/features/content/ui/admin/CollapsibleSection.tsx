import { type ReactNode, useEffect, useRef } from 'react';
import { ChevronDown } from '../../../../ui/icons.tsx';
import { useField, useFillPlaceholders } from './fields.tsx';

/** A section of an editor that can be opened and closed. It opens when one of the fields at its path has an error. */
export function CollapsibleSection(props: {
  path: string;
  title: string;
  summary: string;
  open?: boolean;
  children: ReactNode;
}) {
  const { path, title, summary, open = false, children } = props;
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
        <span className="muted">{summary}</span>
      </summary>
      <div className="collapsible-section__body">{children}</div>
    </details>
  );
}

/** A section of optional content, with buttons to add and remove it. @param props.description shown while there is none */
export function OptionalSection(props: {
  path: string;
  title: string;
  newValue: object;
  description: string;
  children: ReactNode;
}) {
  const { path, title, newValue, description, children } = props;
  const { value, set } = useField(path);
  const fillPlaceholders = useFillPlaceholders();
  const content = value as { title?: string } | null;
  return (
    <CollapsibleSection
      path={path}
      title={title}
      summary={content ? fillPlaceholders(content.title || 'No title') : 'None'}
    >
      {content ? (
        <>
          {children}
          <button type="button" className="button button--compact" onClick={() => set(null)}>
            Remove the {title.toLowerCase()}
          </button>
        </>
      ) : (
        <>
          <p className="muted">{description}</p>
          <button type="button" className="button button--compact" onClick={() => set(newValue)}>
            Add a {title.toLowerCase()}
          </button>
        </>
      )}
    </CollapsibleSection>
  );
}
