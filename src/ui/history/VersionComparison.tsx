import type { ReactNode } from 'react';
import { WordDiff } from '../word-diff/WordDiff.tsx';
import '../conflict.css';
import './history.css';

/** A field that differs between two versions: as text, or as other content. */
interface ComparedPart {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether single words are marked; otherwise the values are compared as a whole. */
  readonly isText?: boolean;
  /** Shown below both values. */
  readonly extra?: ReactNode;
}

/**
 * The fields that differ between two versions, with both values side by side.
 * @param props.labels names of the two versions
 */
export function ComparedParts(props: {
  parts: readonly ComparedPart[];
  labels: { readonly before: string; readonly after: string };
}) {
  const { parts, labels } = props;
  return parts.map((part) => (
    <section key={part.label} className="compared" aria-label={part.label}>
      <h3>{part.label}</h3>
      <dl className="changes">
        {(['before', 'after'] as const).map((side) => (
          <div key={side}>
            <dt className="small">{labels[side]}</dt>
            <dd className={`compared__value compared__value--${side}`}>
              <Value part={part} side={side} />
            </dd>
          </div>
        ))}
      </dl>
      {part.extra}
    </section>
  ));
}

function Value({ part, side }: { part: ComparedPart; side: 'before' | 'after' }) {
  const { before, after, isText = false } = part;
  const value = part[side];
  if (value === '') return <span className="muted">Nothing</span>;
  if (!isText || before === '' || after === '') return value;
  return <WordDiff before={before} after={after} side={side} />;
}

/** The values of a version that has none to compare it with. */
export function VersionValues({ parts }: { parts: readonly { readonly label: string; readonly value: string }[] }) {
  return (
    <dl className="version-values">
      {parts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
