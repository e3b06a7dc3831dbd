import type { FilmedHere } from '../filmed-here/contract.ts';

/** The productions that have filmed at a location, with the year. */
export function ProductionTitles({ productions }: { productions: readonly FilmedHere[] }) {
  return (
    <ul>
      {productions.map(({ title, year }) => (
        <li key={`${title} ${year}`}>
          {title}, {year}
        </li>
      ))}
    </ul>
  );
}
