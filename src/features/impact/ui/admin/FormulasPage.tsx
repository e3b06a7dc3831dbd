import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { PRODUCTION_KINDS } from '../../../enquiries/schema.ts';
import { formulasQuery, retireFormulaMutation } from '../../client.ts';
import { type Formula, INPUTS } from '../../formulas/schema.ts';
import { FIGURES } from '../../schema.ts';
import '../../../../ui/table/table.css';
import './impact.css';

const FormulaDialog = lazyDialog(() => import('./FormulaDialog.tsx'));

/** The formulas by which figures of productions are estimated, with their sources. */
export function FormulasPage({ api }: { api: Api }) {
  const { data: formulas } = useSuspenseQuery(formulasQuery(api));
  const canEdit = can(useUser(api), 'impact.edit-formulas');
  const [isAdding, setAdding] = useState(false);
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">Formulas</h1>
        <div className="impact-survey">
          <a className="button button--compact" href="/admin/impact">
            Back to the impact
          </a>
          {canEdit && (
            <button type="button" className="button button--compact" onClick={() => setAdding(true)}>
              Add formula
            </button>
          )}
        </div>
      </div>
      <div className="impact-page">
        <p>
          A formula estimates a figure that nobody has declared or measured: its factor times figures of the production.
          One of the same name is the next version; estimates show the version that they were made with.
        </p>
        {formulas.length === 0 && (
          <p className="muted">None yet. Add one with its source, such as a published study.</p>
        )}
        <ul className="impact-formulas">
          {formulas.map((formula) => (
            <FormulaItem key={formula.id} api={api} formula={formula} canEdit={canEdit} />
          ))}
        </ul>
      </div>
      <LazyMount isWanted={isAdding}>
        <FormulaDialog api={api} open={isAdding} onClose={() => setAdding(false)} />
      </LazyMount>
    </main>
  );
}

function FormulaItem({ api, formula, canEdit }: { api: Api; formula: Formula; canEdit: boolean }) {
  const { id, name, version, figure, inputs, factor, kind, source, created_at, retired_at, uses } = formula;
  const toast = useToast();
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const retire = useMutation({ ...retireFormulaMutation(api), onError: errorDialog.report });
  const product = [String(factor), ...inputs.map((input) => INPUTS[input])].join(' × ');
  return (
    <li>
      <h2 className="impact-heading">
        {name}, version {version}
      </h2>
      <p>
        {FIGURES[figure]} = {product}
        {kind !== null && `, for ${PRODUCTION_KINDS[kind].toLowerCase()}`}
      </p>
      <p className="impact-source">Source: {source}</p>
      <p className="muted small">
        Added {formatDate(created_at)}
        {retired_at !== null && `, retired ${formatDate(retired_at)}`}, {formatCount(uses, 'estimate')}
      </p>
      {canEdit && retired_at === null && (
        <button
          type="button"
          className="button button--compact"
          aria-disabled={retire.isPending}
          onClick={() =>
            !retire.isPending &&
            retire.mutate(
              { id },
              {
                onSuccess: ({ message }) => {
                  toast({ text: message });
                  focusById('content');
                },
              },
            )
          }
        >
          Retire<span className="visually-hidden"> {name}</span>
        </button>
      )}
      {errorDialog.alert}
    </li>
  );
}
