import { formatCount } from '../../../../platform/text/numbers.ts';
import { Menu } from '../../../../ui/Menu.tsx';
import { OpensInNewTab } from '../../../../ui/OpensInNewTab.tsx';
import { Dots, Pencil, Plus, Share } from '../../../../ui/icons.tsx';
import { toSearchHref } from '../../../search/ui/search-field/refine-search.tsx';
import { formatEighths } from '../../format-eighths.ts';
import {
  CONSTRAINT_LABELS,
  SETTING_LABELS,
  TIME_LABELS,
  formatName,
  formatReason,
  formatSplit,
} from '../../breakdown/messages.ts';
import { listPlaceSearches } from '../../breakdown/place-search.ts';
import type { StoryLocation } from '../../breakdown/story-locations.ts';
import { type Summary, getSceneLabel } from '../../breakdown/summaries.ts';
import type { Script } from '../../reading/script.ts';
import type { OpenDialog } from './PlaceDialog.tsx';

/** Id of the heading of a story location. */
export function toHeadingId({ id }: StoryLocation): string {
  return `place-${id}`;
}

/** A story location: its scenes and pages, what they ask of the place, why its headings are one, and searches for it. */
export function StoryLocationItem(props: {
  script: Script;
  summary: Summary;
  characters: readonly string[];
  canMerge: boolean;
  onOpen: (kind: OpenDialog['kind']) => void;
}) {
  const { script, summary, characters, canMerge, onOpen } = props;
  const { location, scenes, eighths, byTime, bySetting, constraints, reasons } = summary;
  const name = formatName(location);
  const items = [
    { name: 'Rename', icon: <Pencil small />, onSelect: () => onOpen('rename') },
    ...(canMerge ? [{ name: 'Merge', icon: <Plus small />, onSelect: () => onOpen('merge') }] : []),
    ...(location.uses.length > 1 ? [{ name: 'Split', icon: <Share small />, onSelect: () => onOpen('split') }] : []),
  ];
  return (
    <li className="story-location">
      <div className="story-location__head">
        <h4 id={toHeadingId(location)} className="breakdown__name" tabIndex={-1}>
          {name}
        </h4>
        <div className="no-print">
          <Menu label={`Change ${name}`} icon={<Dots />} items={items} />
        </div>
      </div>
      <dl className="facts facts--line">
        <Fact label="Pages" value={formatEighths(eighths)} />
        <Fact label="Time" value={formatSplit(byTime, TIME_LABELS)} />
        <Fact label="Setting" value={formatSplit(bySetting, SETTING_LABELS)} />
        <Fact label="Scenes" value={scenes.map((scene) => getSceneLabel(script.scenes, scene)).join(', ')} />
      </dl>
      {constraints.length > 0 && (
        <ul className="constraints" aria-label={`What the scenes ask of ${name}`}>
          {constraints.map(({ kind, words }) => (
            <li key={kind}>
              <strong>{CONSTRAINT_LABELS[kind]}</strong> <span>{words.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {reasons.map((reason) => (
        <p key={formatReason(reason)} className="muted small">
          {formatReason(reason)}
        </p>
      ))}
      <details className="story-location__scenes no-print">
        <summary>{formatCount(scenes.length, 'scene')}</summary>
        <ul>
          {scenes.map((scene) => (
            <li key={scene}>
              <span className="num">{getSceneLabel(script.scenes, scene)}</span> {script.scenes[scene]!.heading}
            </li>
          ))}
        </ul>
      </details>
      <p className="story-location__searches no-print">
        {listPlaceSearches(location.name, constraints, characters).map(({ with: words, params }) => (
          <a
            key={words}
            className={words === '' ? 'button' : 'link'}
            href={toSearchHref(params)}
            target="_blank"
            rel="noopener"
          >
            {words === '' ? 'Search for this place' : `Search ‘${words}’`}
            <span className="visually-hidden">: {name}</span>
            <OpensInNewTab />
          </a>
        ))}
      </p>
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
