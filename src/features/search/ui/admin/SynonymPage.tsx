import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import {
  addSynonymMutation,
  deleteSynonymMutation,
  synonymQuery,
  updateSynonymMutation,
} from '../../synonyms/client.ts';
import { RULE_KINDS, RULE_KIND_NAMES, type RuleForm, type Synonym, ruleTextForm } from '../../synonyms/schema.ts';
import { formatRule } from '../../synonyms/rules.ts';
import { DeleteTerm } from './DeleteTerm.tsx';
import { TrySynonym } from './TrySynonym.tsx';
import { SEARCH_TERMS_PATH } from './search-terms-paths.ts';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';
import '../../../../ui/record/record.css';
import './search-terms.css';

const LABELS = { kind: 'Kind', terms: 'Words', targets: 'Also mean', enabled: 'In use' } as const;

/** The form of a synonym that the team has added. */
export function SynonymPage({ api, id }: { api: Api; id: string }) {
  const { data: synonym } = useSuspenseQuery(synonymQuery(api, id));
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: SEARCH_TERMS_PATH }}>
        <DeleteSynonym api={api} synonym={synonym} />
      </RecordBar>
      <RecordTitle title={formatRule(synonym)}>
        <span>
          Changed {formatDateTime(synonym.changed_at)}
          {synonym.changed_by && ` by ${formatPerson(synonym.changed_by)}`}
        </span>
        {!synonym.enabled && <span>Switched off</span>}
      </RecordTitle>
      <SynonymForm api={api} synonym={synonym} initial={synonym} />
    </main>
  );
}

/** The form of a new synonym. @param props.term what it is for, if that is known */
export function NewSynonymPage({ api, term }: { api: Api; term: string }) {
  const initial = { kind: term === '' ? 'EQUAL' : 'ONE_WAY', terms: [term], targets: [], enabled: true } as const;
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: SEARCH_TERMS_PATH }} />
      <RecordTitle title="New synonym">
        <span>Searches use it as soon as it is saved.</span>
      </RecordTitle>
      <SynonymForm api={api} initial={initial} />
    </main>
  );
}

interface Initial {
  readonly kind: RuleForm['kind'];
  readonly terms: readonly string[];
  readonly targets: readonly string[];
  readonly enabled: boolean;
}

function SynonymForm({ api, synonym, initial }: { api: Api; synonym?: Synonym; initial: Initial }) {
  const router = useRouter();
  const toast = useToast();
  const add = useMutation(addSynonymMutation(api));
  const update = useMutation(updateSynonymMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    ruleTextForm,
    LABELS,
    async (rule) => {
      const { message } = synonym
        ? await update.mutateAsync({ ...rule, id: synonym.id, version: synonym.version })
        : await add.mutateAsync(rule);
      toast({ text: message });
      await router.navigate({ href: SEARCH_TERMS_PATH });
    },
    {
      defaultValues: {
        kind: initial.kind,
        terms: initial.terms.join('\n'),
        targets: initial.targets.join('\n'),
        enabled: initial.enabled,
      },
    },
  );
  const [kind, terms, targets] = form.watch(['kind', 'terms', 'targets']);
  return (
    <div className="record">
      <section aria-labelledby="synonym">
        <h2 id="synonym">Synonym</h2>
        <form className="form" method="post" noValidate onSubmit={submit}>
          {alerts}
          <KindChoice registration={field('kind').registration} />
          <Field
            {...field('terms')}
            required
            hint="One on each line. Use the singular: the plural is found with it. Case and accents make no difference."
          >
            {(control) => <textarea {...control} rows={kind === 'EQUAL' ? 6 : 3} autoCapitalize="none" />}
          </Field>
          {kind === 'ONE_WAY' && (
            <Field
              {...field('targets')}
              required
              hint="One on each line: words of texts, or names of options such as Castle, Coastal or 20th century."
            >
              {(control) => <textarea {...control} rows={5} autoCapitalize="none" />}
            </Field>
          )}
          {synonym && (
            <label className="checkbox-row">
              <input {...field('enabled').registration} type="checkbox" />
              In use
            </label>
          )}
          <button
            type="submit"
            className="button button--primary form__submit"
            aria-disabled={form.formState.isSubmitting}
          >
            {synonym ? 'Save' : 'Add synonym'}
          </button>
        </form>
      </section>
      <TrySynonym api={api} id={synonym?.id} text={{ kind, terms, targets }} />
    </div>
  );
}

function KindChoice({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <fieldset className="field search-form">
      <legend>{LABELS.kind}</legend>
      <div className="choices">
        {RULE_KIND_NAMES.map((name) => (
          <label key={name} className="choice">
            <input {...registration} type="radio" value={name} />
            <span>
              <strong>{RULE_KINDS[name].label}</strong>
              <span className="small muted">{RULE_KINDS[name].description}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function DeleteSynonym({ api, synonym }: { api: Api; synonym: Synonym }) {
  const { id, version } = synonym;
  const deletion = useMutation(deleteSynonymMutation(api));
  return (
    <DeleteTerm what="synonym" remove={() => deletion.mutateAsync({ id, version })} list={SEARCH_TERMS_PATH}>
      <p>‘{formatRule(synonym)}’ will be deleted for ever. The audit log keeps its words.</p>
    </DeleteTerm>
  );
}
