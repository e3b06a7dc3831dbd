import type { PublishedContent } from '../published/schema.ts';

/** The formulas by which figures of a published year were estimated, with their sources. */
export function PublishedFormulas({ formulas }: Pick<PublishedContent, 'formulas'>) {
  if (formulas.length === 0) return null;
  return (
    <section aria-labelledby="impact-formulas">
      <h2 id="impact-formulas">Formulas of estimates</h2>
      <ul>
        {formulas.map(({ name, version, source }) => (
          <li key={`${name} ${version}`}>
            {name}, version {version}. Source: {source}
          </li>
        ))}
      </ul>
    </section>
  );
}
