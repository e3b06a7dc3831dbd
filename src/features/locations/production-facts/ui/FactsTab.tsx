import { type FormEvent, useState } from 'react';
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
import { listProductionFacts, productionFactsQuery, saveFacts } from '../client.ts';
import type { SentFacts } from '../schema.ts';
import { FactField, getFactId } from './FactField.tsx';

const FORM_ID = 'production-facts';

/**
 * The production facts of a location, for the Locations Team.
 * @param props.typed the input that is not saved with who says so and when, which the page holds while other tabs are open
 */
export function FactsTab(props: { api: Api; id: string; typed: SentFacts; onType: (typed: SentFacts) => void }) {
  const { api, id, typed, onType } = props;
  const client = useQueryClient();
  const query = productionFactsQuery(api, id);
  const { data, error } = useQuery(query);
  const [today] = useState(() => toDay(Date.now()));
  const { facts: changed, source = 'TEAM', stated_on = today } = typed;
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const { report, alert } = useErrorDialog();
  const toast = useToast();
  const save = async () => {
    if (isSaving || Object.keys(changed).length === 0) return;
    setSaving(true);
    try {
      const found = await saveFacts(client, api, id, { facts: changed, source, stated_on });
      setProblems(found);
      const [first] = Object.keys(found);
      if (first !== undefined) return focus(first);
      onType({ ...typed, facts: {} });
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
                onChange={({ target }) => onType({ ...typed, source: target.value as FactSource })}
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
                onChange={({ target }) => onType({ ...typed, stated_on: target.value })}
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
                  typed={changed[fact.name]}
                  problem={problems[fact.name]}
                  onChange={(value) => onType({ ...typed, facts: { ...changed, [fact.name]: value } })}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      <SaveBar
        form={FORM_ID}
        unsaved={facts.filter(({ name }) => changed[name] !== undefined).map(({ label }) => label)}
        saving={isSaving}
        onReset={() => {
          onType({ ...typed, facts: {} });
          setProblems({});
        }}
      />
      {alert}
    </form>
  );
}

function focus(name: string): void {
  requestAnimationFrame(() => document.getElementById(getFactId(name))?.focus());
}
