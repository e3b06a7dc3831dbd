import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { productionFactsQuery } from '../client.ts';
import { type EditableFact, listProductionFacts } from '../schema.ts';
import { FactField } from './FactField.tsx';
import { type HeldFacts, useFactAutosaver } from './useFactAutosaver.ts';
import '../../../../ui/disclosure.css';

/** The optional step of the wizard: the facts that matter most for the location, and more on demand. */
export function FactsStep(props: { api: Api; id: string; held: HeldFacts; onSaved: () => void }) {
  const { api, id, held, onSaved } = props;
  const { data, error } = useQuery(productionFactsQuery(api, id));
  const { autosaver, typed, problems } = useFactAutosaver(api, id, held, onSaved);
  if (!data) return error ? <ErrorAlert message={getErrorMessage(error)} /> : <p className="muted">Loading…</p>;
  const facts = listProductionFacts(data);
  const unsaved = Object.keys(problems).length;
  const first = data.first.flatMap((name) => facts.find((fact) => fact.name === name) ?? []);
  const renderFields = (fields: readonly EditableFact[]) => (
    <div className="facts-form__fields">
      {fields.map((fact) => (
        <FactField
          key={fact.name}
          fact={fact}
          typed={typed[fact.name]?.value}
          problem={problems[fact.name]}
          onChange={(value, isComplete) => {
            autosaver.change(fact, value);
            if (isComplete) void autosaver.save(fact.name);
          }}
          onBlur={() => void autosaver.save(fact.name)}
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
      <p role="status" className={unsaved > 0 ? 'save-status save-status--error' : 'save-status'}>
        {unsaved === 0
          ? 'Each answer is saved as you give it.'
          : `${formatCount(unsaved, 'answer is', 'answers are')} not saved. You would lose what you leave like this.`}
      </p>
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
      <UnsavedChangesDialog unsaved={() => autosaver.isUnsaved} />
    </>
  );
}
