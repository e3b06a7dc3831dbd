import type { ReactNode } from 'react';
import { ArrowLeft } from '../icons.tsx';
import '../table/table.css';
import './record.css';

/**
 * Stays at the head of a record: the way back, and what can be done with it.
 * @param props.steps the ways to the records before and after it
 */
export function RecordBar(props: { back: { href: string; label: string }; steps?: ReactNode; children?: ReactNode }) {
  const { back, steps, children } = props;
  return (
    <div className="record-bar no-print">
      <a className="record-bar__back" href={back.href}>
        <ArrowLeft small />
        {back.label}
      </a>
      {steps}
      <div className="record-bar__acts">{children}</div>
    </div>
  );
}

/**
 * What a record is called, with the facts that identify it.
 * @param props.picture stands beside them
 */
export function RecordTitle(props: { title: string; picture?: ReactNode; children: ReactNode }) {
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

/** What has to be known of a record before anything is done with it. */
export function RecordNotice({ children }: { children: ReactNode }) {
  return <p className="record-notice">{children}</p>;
}
