import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { listProductionFacts, productionFactsQuery } from '../client.ts';
import type { EditableFact } from '../schema.ts';
import { FactField } from './FactField.tsx';
import { useFactAutosave } from './useFactAutosave.ts';
import '../../../../ui/disclosure.css';

/** The optional step of the wizard: the facts that matter most for the location, and more on demand. */
export function FactsStep({ api, id, onSaved }: { api: Api; id: string; onSaved: () => void }) {
  const { data, error } = useQuery(productionFactsQuery(api, id));
  const { typed, problems, failure, change, save } = useFactAutosave(api, id, onSaved);
  if (!data) return error ? <ErrorAlert message={getErrorMessage(error)} /> : <p className="muted">Loading…</p>;
  const facts = listProductionFacts(data);
  const first = data.first.flatMap((name) => facts.find((fact) => fact.name === name) ?? []);
  const renderFields = (fields: readonly EditableFact[]) => (
    <div className="facts-form__fields">
      {fields.map((fact) => (
        <FactField
          key={fact.name}
          fact={fact}
          typed={typed[fact.name]}
          problem={problems[fact.name]}
          onChange={(value, isComplete) => {
            change(fact.name, value);
            if (isComplete) save(fact.name);
          }}
          onBlur={() => save(fact.name)}
        />
      ))}
    </div>
  );
  return (
    <>
      <p className="muted">
        What film crews plan by. Answer what you know, and skip the rest: what you leave out is shown as not known,
        never as “No”. Each answer is shown with today’s date once the location is published.
      </p>
      {failure !== undefined && <ErrorAlert message={failure} />}
      {renderFields(first)}
      <details className="disclosure facts-form__more">
        <summary>More facts</summary>
        {data.groups.map(({ title, facts: ofGroup }) => {
          const others = ofGroup.filter(({ name }) => !data.first.includes(name));
          return (
            others.length > 0 && (
              <section key={title} className="facts-form__group" aria-label={title}>
                <h2>{title}</h2>
                {renderFields(others)}
              </section>
            )
          );
        })}
      </details>
    </>
  );
}
