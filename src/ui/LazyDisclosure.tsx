import { type ReactNode, useState } from 'react';
import { LazyMount } from './LazyMount.tsx';
import './disclosure.css';

/** A disclosure whose content is mounted when it is opened, also if that was before the page was hydrated. */
export function LazyDisclosure(props: {
  summary: ReactNode;
  /** Whether it is open at first. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { summary, isOpen = false, className = '', children } = props;
  // Not on the server, which does not wait for lazy components.
  const [isWanted, setWanted] = useState(false);
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <details
      className={`disclosure disclosure--needs-script ${className}`}
      open={isOpenAtFirst || undefined}
      ref={(details) => void (details?.open && setWanted(true))}
      onToggle={() => setWanted(true)}
    >
      <summary>{summary}</summary>
      <LazyMount isWanted={isWanted}>{children}</LazyMount>
    </details>
  );
}
