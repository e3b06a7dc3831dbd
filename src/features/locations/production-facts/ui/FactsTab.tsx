import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { RECORD_SAVED } from '../../../../platform/text/common-messages.ts';
import { toDay } from '../../../../platform/text/days.ts';
import { Field } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { SaveBar } from '../../../../ui/record/SaveBar.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { FACT_SOURCES, type FactSource } from '../../catalogue/production-facts/schema.ts';
import { SOURCE_LABELS } from '../../catalogue/production-facts/sources.ts';
import { refetchUnless } from '../../working-copy/client.ts';
import { productionFactsQuery, saveFacts } from '../client.ts';
import { listProductionFacts } from '../schema.ts';
import { type FactProblems, type TypedFacts, confirmFact, settleFacts, typeFact } from '../typed-facts.ts';
import { FactField, focusFact } from './FactField.tsx';

const FORM_ID = 'production-facts';

/** Answers that are not saved, with who says so and when. */
export interface FactsInput {
  readonly typed: TypedFacts;
  readonly source?: FactSource;
  readonly stated_on?: string;
}

interface FactsTabProps {
  readonly api: Api;
  readonly id: string;
  /** The page holds it while other tabs are open. */
  readonly input: FactsInput;
  readonly onInput: Dispatch<SetStateAction<FactsInput>>;
}

/** The production facts of a location, for the Locations Team. */
export function FactsTab({ api, id, input, onInput }: FactsTabProps) {
  const client = useQueryClient();
  const query = productionFactsQuery(api, id);
  const { data, error } = useQuery(query);
  const [today] = useState(() => toDay(Date.now()));
  const { typed, source = 'TEAM', stated_on = today } = input;
  const [problems, setProblems] = useState<FactProblems>({});
  const [isSaving, setSaving] = useState(false);
  const { report, alert } = useErrorDialog();
  const toast = useToast();
  const change = (name: string, next: (typed: TypedFacts) => TypedFacts) => {
    onInput((now) => ({ ...now, typed: next(now.typed) }));
    setProblems((before) => {
      const { [name]: _, ...others } = before;
      return others;
    });
  };
  const save = async () => {
    if (isSaving || Object.keys(typed).length === 0) return;
    setSaving(true);
    try {
      const result = await saveFacts(client, api, id, typed, { source, stated_on });
      setProblems(result.problems);
      // More may have been typed meanwhile.
      onInput((now) => ({ ...now, typed: settleFacts(now.typed, typed, result) }));
      const [first] = Object.keys(result.problems);
      if (first !== undefined) return focusFact(first);
      toast({ text: RECORD_SAVED });
      await refetchUnless(client, id, query.queryKey);
    } catch (failure) {
      report(failure);
    } finally {
      setSaving(false);
    }
  };
  if (!data) return error ? <ErrorAlert message={getErrorMessage(error)} /> : <p className="muted">Loading…</p>;
  const facts = listProductionFacts(data);
  return (
    <form
      id={FORM_ID}
      className="record-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="facts-form">
        <p className="muted">
          What is not known stays empty: it is not the same as “No”. Public facts are published with the location.
        </p>
        <div className="facts-form__statement">
          <Field id="fact-source" label="Who says so" error={problems['source']} registration={{}}>
            {(control) => (
              <select
                {...control}
                value={source}
                onChange={({ target }) => onInput((now) => ({ ...now, source: target.value as FactSource }))}
              >
                {FACT_SOURCES.map((name) => (
                  <option key={name} value={name}>
                    {SOURCE_LABELS[name]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field id="fact-stated_on" label="When" error={problems['stated_on']} registration={{}}>
            {(control) => (
              <input
                type="date"
                {...control}
                max={today}
                value={stated_on}
                onChange={({ target }) => onInput((now) => ({ ...now, stated_on: target.value }))}
              />
            )}
          </Field>
        </div>
        {data.groups.map(({ title, facts: ofGroup }) => (
          <section key={title} className="facts-form__group" aria-label={title}>
            <h2>{title}</h2>
            <div className="facts-form__fields">
              {ofGroup.map((fact) => (
                <FactField
                  key={fact.name}
                  fact={fact}
                  typed={typed[fact.name]?.value}
                  problem={problems[fact.name]}
                  onChange={(value) => change(fact.name, (now) => typeFact(now, fact, value, isSaving))}
                  onConfirm={() => {
                    change(fact.name, (now) => confirmFact(now, fact));
                    focusFact(fact.name);
                  }}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      <SaveBar
        form={FORM_ID}
        unsaved={facts.filter(({ name }) => typed[name] !== undefined).map(({ label }) => label)}
        saving={isSaving}
        onReset={() => {
          onInput((now) => ({ ...now, typed: {} }));
          setProblems({});
        }}
      />
      {alert}
    </form>
  );
}
