import { useState } from 'react';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Menu } from '../../../../ui/Menu.tsx';
import { LazyMount, lazyPart } from '../../../../ui/LazyMount.tsx';
import { Dots, Pencil, Plus, Share } from '../../../../ui/icons.tsx';
import { formatEighths } from '../../format-eighths.ts';
import {
  CONSTRAINT_LABELS,
  SETTING_LABELS,
  TIME_LABELS,
  formatName,
  formatReason,
  formatScenes,
  formatSplit,
} from '../../breakdown/messages.ts';
import type { StoryLocation } from '../../breakdown/story-locations.ts';
import { type Summary, getSceneLabel } from '../../breakdown/summaries.ts';
import type { LanguageWords } from '../../breakdown/words.ts';
import type { Script } from '../../reading/script.ts';
import { MAX_SECTION_NOTES_LENGTH } from '../../../boards/schema.ts';
import { type Choices, type PlaceTexts, toSectionTitle } from '../proposals/useChoices.tsx';
import type { OpenDialog } from './PlaceDialog.tsx';
import '../../../../ui/mark.css';

const ProposedLocations = lazyPart(() => import('../proposals/ProposedLocations.tsx'));

/** Id of the heading of a story location. */
export function toHeadingId({ id }: StoryLocation): string {
  return `place-${id}`;
}

/** A story location: its scenes and pages, what they ask of the place, why its headings are one, and locations for it. */
export function StoryLocationItem(props: {
  api: Api;
  script: Script;
  summary: Summary;
  characters: readonly string[];
  language: LanguageWords;
  canMerge: boolean;
  choices: Choices;
  /** What a new draft has changed. */
  state: 'NEW' | 'CHANGED' | undefined;
  onOpen: (kind: OpenDialog['kind']) => void;
  /** Opens a request to the Locations Team. */
  onRequest: () => void;
}) {
  const { api, script, summary, characters, language, canMerge, choices, state, onOpen, onRequest } = props;
  const [isOpen, setOpen] = useState(false);
  const { location, scenes, eighths, byTime, bySetting, constraints, reasons } = summary;
  const name = formatName(location);
  const labels = scenes.map((scene) => getSceneLabel(script.scenes, scene));
  const place: PlaceTexts = {
    id: location.id,
    title: toSectionTitle(location),
    notes: formatScenes(labels).slice(0, MAX_SECTION_NOTES_LENGTH),
  };
  const panelId = `${toHeadingId(location)}-locations`;
  const chosen = [...choices.places.values()].filter((id) => id === location.id).length;
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
        {state && <span className="mark">{state === 'NEW' ? 'New' : 'Changed'}</span>}
        <div className="no-print">
          <Menu label={`Change ${name}`} icon={<Dots />} items={items} />
        </div>
      </div>
      <dl className="facts facts--line">
        <Fact label="Pages" value={formatEighths(eighths)} />
        <Fact label="Time" value={formatSplit(byTime, TIME_LABELS)} />
        <Fact label="Setting" value={formatSplit(bySetting, SETTING_LABELS)} />
        <Fact label="Scenes" value={labels.join(', ')} />
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
      <div className="story-location__searches no-print">
        <button
          type="button"
          className="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide locations' : 'Find locations'}
          <span className="visually-hidden"> for {name}</span>
        </button>
        {chosen > 0 && <span>{formatCount(chosen, 'location')} chosen</span>}
        <button type="button" className="button button--quiet" onClick={onRequest}>
          Ask the Locations Team<span className="visually-hidden"> for {name}</span>
        </button>
      </div>
      <div id={panelId} className="no-print" hidden={!isOpen}>
        <LazyMount isWanted={isOpen}>
          <ProposedLocations
            api={api}
            place={place}
            script={script}
            summary={summary}
            characters={characters}
            language={language}
            choices={choices}
          />
        </LazyMount>
      </div>
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
