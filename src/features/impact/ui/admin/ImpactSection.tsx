import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { impactMutation, impactQuery } from '../../client.ts';
import { estimateFigure } from '../../contract.ts';
import { formatBasis, formatFigure } from '../../format-figure.ts';
import { FIGURES, FIGURE_NAMES, type FigureName, type Impact, type KnownFigure } from '../../schema.ts';
import { CouncilShares } from './CouncilShares.tsx';
import { SurveyPart } from './SurveyPart.tsx';
import './impact.css';

const FigureDialog = lazyDialog(() => import('./FigureDialog.tsx'));

const HEADING_ID = 'production-impact';

/** What a production has brought to the region, and the survey after its wrap. */
export function ImpactSection({ api, id }: { api: Api; id: string }) {
  const { data: impact } = useSuspenseQuery({ ...impactQuery(api, id), refetchOnWindowFocus: true });
  const [changed, setChanged] = useState<FigureName>();
  // The dialog shows its figure until it is closed.
  const [shown, setShown] = useState<FigureName>('DAYS');
  return (
    <section aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        Impact
      </h2>
      <ul className="production-items">
        {FIGURE_NAMES.map((figure) => (
          <FigureItem
            key={figure}
            api={api}
            id={id}
            impact={impact}
            figure={figure}
            onChange={() => {
              setShown(figure);
              setChanged(figure);
            }}
          />
        ))}
      </ul>
      <LazyMount isWanted={changed !== undefined}>
        <FigureDialog
          key={shown}
          api={api}
          id={id}
          impact={impact}
          figure={shown}
          open={changed !== undefined}
          onClose={() => setChanged(undefined)}
        />
      </LazyMount>
      <CouncilShares councils={impact.councils} />
      <SurveyPart api={api} id={id} impact={impact} />
    </section>
  );
}

function FigureItem(props: { api: Api; id: string; impact: Impact; figure: FigureName; onChange: () => void }) {
  const { api, id, impact, figure, onChange } = props;
  const toast = useToast();
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const estimate = useMutation({ ...impactMutation(api, id, estimateFigure), onError: errorDialog.report });
  const known = impact.figures.find((one) => one.figure === figure);
  // An estimate does not replace what somebody has counted.
  const formulas =
    known === undefined || known.basis === 'ESTIMATED'
      ? impact.formulas.filter((formula) => formula.figure === figure && formula.value !== null)
      : [];
  const label = FIGURES[figure];
  return (
    <li>
      <span>
        {label}:{' '}
        {known ? <strong>{formatFigure(figure, known.value)}</strong> : <span className="muted">not known</span>}
        {known && <span className="impact-basis muted small">{describeOrigin(known)}</span>}
      </span>
      {formulas.map((formula) => (
        <button
          key={formula.id}
          type="button"
          className="button button--compact"
          title={formula.source}
          aria-disabled={estimate.isPending}
          onClick={() =>
            !estimate.isPending &&
            estimate.mutate(
              { id, formulaId: formula.id, version: impact.version },
              {
                onSuccess: ({ message }) => {
                  toast({ text: message });
                  focusById(HEADING_ID);
                },
              },
            )
          }
        >
          Estimate {formatFigure(figure, formula.value!)}
          <span className="visually-hidden">
            {' '}
            as {label}, by {formula.name}
          </span>
        </button>
      ))}
      <button type="button" className="button button--compact" onClick={onChange}>
        {known ? 'Change' : 'Enter'}
        <span className="visually-hidden"> {label}</span>
      </button>
      {errorDialog.alert}
    </li>
  );
}

/** How a figure is known, from whom and since when. */
function describeOrigin({ basis, formula, author, from_survey, recorded_at }: KnownFigure): string {
  const source = from_survey ? 'answer to the survey' : author && formatPerson(author);
  return [formatBasis(basis, formula), source, formatDate(recorded_at)].filter(Boolean).join(', ');
}
