import type { ReactNode } from 'react';
import { ArrowLeft } from '../icons.tsx';
import '../table/table.css';
import './record.css';

/**
 * The sticky bar at the top of a record: the link back, and the actions.
 * @param props.back by default to the list that the record is from; a label names another page, without an article
 * @param props.steps links to the previous and next records
 */
export function RecordBar(props: { back: { href: string; label?: string }; steps?: ReactNode; children?: ReactNode }) {
  const { back, steps, children } = props;
  return (
    <div className="record-bar no-print">
      <a className="record-bar__back" href={back.href}>
        <ArrowLeft small />
        {back.label ?? 'Back to list'}
      </a>
      {steps}
      <div className="record-bar__actions">{children}</div>
    </div>
  );
}

/**
 * The title of a record, with the facts that identify it.
 * @param props.picture shown beside the title
 */
export function RecordTitle(props: { title: ReactNode; picture?: ReactNode; children: ReactNode }) {
  const { title, picture, children } = props;
  return (
    <div className="record-title">
      {picture}
      <div>
        <h1 className="display">{title}</h1>
        <div className="record-title__facts">{children}</div>
      </div>
    </div>
  );
}

/** An important notice about a record. */
export function RecordNotice({ children }: { children: ReactNode }) {
  return <p className="record-notice">{children}</p>;
}
