import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { ExportButton } from '../../../ui/table/ExportButton.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { FirstSteps } from '../../locations/admin-list/ui/FirstSteps.tsx';
import { EmptySearchActions } from '../../search/ui/admin/EmptySearchActions.tsx';
import { exportFigure } from '../contract.ts';
import { overviewQuery } from '../client.ts';
import { FIGURES, FIGURE_NAMES, type Figure, type FigureName } from '../schema.ts';
import { AreaMap } from './AreaMap.tsx';
import { BarTable } from './BarTable.tsx';
import { ColumnChart } from './ColumnChart.tsx';
import './overview.css';

/** The figures of the overview, each with its chart, its table and a CSV file. */
export function Overview({ api }: { api: Api }) {
  const { figures, has_locations } = useSuspenseQuery(overviewQuery(api)).data;
  const user = useUser(api);
  const canEditTerms = can(user, 'search.edit-terms');
  const isNewSite = !has_locations && can(user, 'option.edit');
  // A film office gets some of them. On a site without locations, most would be empty.
  const shown = FIGURE_NAMES.flatMap((name) => {
    const figure = figures[name];
    return figure && (!isNewSite || name === 'waiting') ? [{ name, figure }] : [];
  });
  return (
    <div className="overview">
      {isNewSite && <FirstSteps purpose="The figures of this site will be shown here, with the first location." />}
      {shown.map(({ name, figure }) => (
        <section key={name} className={`overview__figure overview__figure--${name}`} aria-labelledby={name}>
          <div className="overview__head">
            <h2 id={name}>{FIGURES[name].heading}</h2>
            <ExportButton what={FIGURES[name].heading} fetchFile={() => api(exportFigure, { name })} />
          </div>
          <p className="muted">{FIGURES[name].description}</p>
          <Chart api={api} name={name} figure={figure} canEditTerms={canEditTerms} />
        </section>
      ))}
    </div>
  );
}

function Chart(props: { api: Api; name: FigureName; figure: Figure; canEditTerms: boolean }) {
  const { api, name, figure, canEditTerms } = props;
  const { heading } = FIGURES[name];
  if (name === 'catalogue') return <AreaMap api={api} caption={heading} figure={figure} choice="Category" />;
  if (name === 'impact-areas') return <AreaMap api={api} caption={heading} figure={figure} choice="Measure" />;
  if (name === 'months') return <ColumnChart caption={heading} figure={figure} />;
  if (name === 'empty-searches' && canEditTerms)
    return (
      <BarTable caption={heading} figure={figure} rowActions={({ label }) => <EmptySearchActions query={label} />} />
    );
  return <BarTable caption={heading} figure={figure} />;
}
