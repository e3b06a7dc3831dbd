import type { FactGroups } from '../../production-facts/schema.ts';

/** The production facts of a location, each with who says so and when. */
export function ProductionFacts({ groups }: { groups: FactGroups }) {
  return (
    <section className="production-facts" aria-labelledby="production-facts">
      <h2 id="production-facts" className="display display--2">
        Production facts
      </h2>
      {groups.map(({ title, facts }) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl className="facts">
            {facts.map(({ name, label, text, stated }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  {text} <span className="small muted">{stated}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
