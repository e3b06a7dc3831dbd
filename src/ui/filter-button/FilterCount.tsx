import './filter-button.css';

/** The number of chosen options of a filter; nothing for none. */
export function FilterCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <b className="filter-count">
      {count}
      <span className="visually-hidden"> chosen</span>
    </b>
  );
}
