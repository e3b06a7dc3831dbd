import { useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import type { EnquiryCase } from '../../../enquiries/cases/schema.ts';
import { addEnquiryMutation, addMutation, productionOfEnquiryQuery } from '../../client.ts';
import { getAnswersHref } from './answers/answers-path.ts';
import { StageMark, getProductionPath } from './production-list.tsx';
import './productions.css';

const LINK_ID = 'enquiry-production-link';

/** The production of an enquiry: a link to it, or the buttons that make one or join one that it may belong to. */
export function EnquiryProduction({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const toast = useToast();
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const onSuccess = ({ message }: { message: string }) => {
    toast({ text: message });
    focusById(LINK_ID);
  };
  const add = useMutation({ ...addMutation(api), onError: errorDialog.report });
  const join = useMutation({ ...addEnquiryMutation(api), onError: errorDialog.report });
  const { data } = useQuery(productionOfEnquiryQuery(api, enquiry.id));
  const isBusy = add.isPending || join.isPending;
  const title = enquiry.production ?? `Production of ${enquiry.name}`;
  return (
    <section aria-labelledby="enquiry-production">
      <h2 id="enquiry-production">Production</h2>
      {data?.production && (
        <p>
          <a id={LINK_ID} className="link" href={getProductionPath(data.production)}>
            {data.production.reference}: {data.production.title}
          </a>{' '}
          <StageMark stage={data.production.stage} />{' '}
          <a className="link" href={getAnswersHref(data.production)}>
            Answer with locations
          </a>
        </p>
      )}
      {data && !data.production && (
        <>
          {data.suggestions.length > 0 && <p className="muted">It may belong to one of these:</p>}
          <ul className="production-items">
            {data.suggestions.map((production) => (
              <li key={production.id}>
                <span>
                  <a className="link" href={getProductionPath(production)}>
                    {production.reference}: {production.title}
                  </a>{' '}
                  <span className="muted">{production.company?.name}</span>
                </span>
                <button
                  type="button"
                  className="button button--compact"
                  aria-disabled={isBusy}
                  onClick={() => !isBusy && join.mutate({ id: production.id, enquiryId: enquiry.id }, { onSuccess })}
                >
                  Add to this production<span className="visually-hidden"> {production.title}</span>
                </button>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="button form__submit"
            aria-disabled={isBusy}
            onClick={() => !isBusy && add.mutate({ title, enquiryId: enquiry.id }, { onSuccess })}
          >
            Make a production of it
          </button>
        </>
      )}
      {errorDialog.alert}
    </section>
  );
}
