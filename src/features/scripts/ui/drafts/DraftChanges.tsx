import { useId } from 'react';
import type { Breakdown, BreakdownAction } from '../../breakdown/breakdown.ts';
import type { BrokenDown } from '../../breakdown/carry-over.ts';
import { type DraftComparison, isSame } from '../../breakdown/compare-drafts.ts';
import { formatDraft, formatName, formatSceneChanges } from '../../breakdown/messages.ts';
import { getSceneLabel } from '../../breakdown/summaries.ts';
import type { Script } from '../../reading/script.ts';
import type { Choices } from '../proposals/useChoices.tsx';
import './draft-changes.css';

/** What a new draft has changed: scenes, and places that are gone with what was chosen for them. */
export default function DraftChanges(props: {
  comparison: DraftComparison;
  former: BrokenDown;
  script: Script;
  breakdown: Breakdown;
  choices: Choices;
  onReplace: (action: Extract<BreakdownAction, { type: 'replace' }>) => void;
  /** Shows the former draft again. */
  onGoBack: () => void;
}) {
  const { comparison, former, script, breakdown, choices, onReplace, onGoBack } = props;
  const id = useId();
  const { scenes, newScenes, goneScenes, gonePlaces } = comparison;
  const toScene = ({ scenes: all }: Script, scene: number) => `${getSceneLabel(all, scene)} ${all[scene]!.heading}`;
  const changed = scenes.filter((one) => !isSame(one));
  const renumbered = scenes.filter((one) => isSame(one) && one.changes.length > 0);
  const nameOf = (place: string) => formatName(breakdown.locations.find((one) => one.id === place) ?? { name: '' });
  return (
    <section className="draft-changes no-print" aria-labelledby={id}>
      <h4 id={id} className="breakdown__name">
        What this draft has changed
      </h4>
      <p>{formatDraft(comparison, breakdown.locations.length)}</p>
      <SceneList title="New scenes" lines={newScenes.map((scene) => toScene(script, scene))} />
      <SceneList title="Scenes that are gone" lines={goneScenes.map((scene) => toScene(former.script, scene))} />
      <SceneList
        title="Changed scenes"
        lines={changed.map((one) => `${toScene(script, one.scene)}: ${formatSceneChanges(one, former.script, script)}`)}
      />
      <SceneList
        title="Scenes with another number"
        lines={renumbered.map(
          (one) => `${toScene(script, one.scene)}: was ${getSceneLabel(former.script.scenes, one.former)}`,
        )}
      />
      {gonePlaces.length > 0 && (
        <ul aria-label="Places that are gone">
          {gonePlaces.map(({ name, successor }) => {
            const place = breakdown.gone.find((one) => one.name === name);
            const count = choices.countIn(place?.sections ?? []);
            return (
              <li key={name}>
                <strong>{formatName({ name })}</strong> is gone
                {count > 0 &&
                  `. The ${count === 1 ? 'location' : `${count} locations`} chosen for it stay on the board`}
                .
                {successor !== undefined && place && (
                  <>
                    {' '}
                    Most of its scenes play at {nameOf(successor)} now.{' '}
                    <button
                      type="button"
                      className="button button--compact"
                      onClick={() => onReplace({ type: 'replace', gone: name, id: successor })}
                    >
                      It is the same place<span className="visually-hidden"> as {formatName({ name })}</span>
                    </button>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <button type="button" className="button" onClick={onGoBack}>
        Go back to the former draft
      </button>
    </section>
  );
}

function SceneList({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({lines.length})
      </summary>
      <ul>
        {lines.map((line, index) => (
          // Two scenes can have one line.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
          <li key={index}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
