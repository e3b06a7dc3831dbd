import { type ReactNode, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Api, DownloadedFile } from '../../../../platform/http/contract.ts';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { OpensInNewTab } from '../../../../ui/OpensInNewTab.tsx';
import { LazyMount, lazyPart } from '../../../../ui/LazyMount.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { type Breakdown, type BreakdownAction, type Change, listOpenSuggestions } from '../../breakdown/breakdown.ts';
import { formatName, formatOmitted, formatTotal, writeRequest } from '../../breakdown/messages.ts';
import { type StoryLocation, findByUse } from '../../breakdown/story-locations.ts';
import { type Summary, getSceneLabel, summarize } from '../../breakdown/summaries.ts';
import type { Script } from '../../reading/script.ts';
import { toSaved } from '../../saved/saved-breakdown.ts';
import { getBoardPath } from '../../../boards/schema.ts';
import { PlaceRequestDialog } from '../proposals/PlaceRequestDialog.tsx';
import { useChoices } from '../proposals/useChoices.tsx';
import type { SavedState } from '../saving/SaveScript.tsx';
import type { OpenedScript, ReadScript } from '../useScriptReader.ts';
import { MergeSuggestions } from './MergeSuggestions.tsx';
import { type OpenDialog, PlaceDialog } from './PlaceDialog.tsx';
import { StoryLocationItem, toHeadingId } from './StoryLocationItem.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useBreakdown, useConstraints } from './use-breakdown.ts';
import './breakdown.css';

const DraftChanges = lazyPart(() => import('../drafts/DraftChanges.tsx'));
const SaveScript = lazyPart(() => import('../saving/SaveScript.tsx'));

/** Places that are shown at first: rendering hundreds would block the page. */
const FIRST_PLACES = 30;

/**
 * The places of a script: its headings merged to story locations, which the user can change. Everything happens in the browser.
 * @param props.renderEnquiry renders the form for an enquiry that starts with a comment
 * @param props.read must be a new object after each reading. For another script the component needs another key
 */
export default function ScriptBreakdown(props: {
  api: Api;
  read: ReadScript;
  /** That gets what is chosen, if it was not opened with the script. */
  board: OpenedScript['board'] | undefined;
  renderEnquiry: (comment: string) => ReactNode;
  /** Shows the former draft again. */
  onGoBack: () => void;
}) {
  const { api, read, board, renderEnquiry, onGoBack } = props;
  const { script, opened } = read;
  const id = useId();
  const { breakdown, language, isChanged, comparison, former, dispatch } = useBreakdown(read);
  const constraints = useConstraints(read, language);
  const [dialog, setDialog] = useState<OpenDialog & { readonly open: boolean }>();
  const [undone, setUndone] = useState<Change>();
  const [showsAll, setShowsAll] = useState(false);
  const [request, setRequest] = useState<{ readonly name: string; readonly text: string; readonly open: boolean }>();
  const { choices, dialogs } = useChoices(api, breakdown, dispatch, opened?.board ?? board);
  const [saved, setSaved] = useState<SavedState | undefined>(
    opened ? { boardId: opened.board.id, version: opened.version, saved_at: opened.saved_at } : undefined,
  );
  /** As it was saved last. */
  const [savedBreakdown, setSavedBreakdown] = useState<Breakdown>();
  const focus = useFocusById();
  const { locations } = breakdown;
  const last = breakdown.history.at(-1)?.change;
  const summaries = useMemo(
    () => summarize(script, locations, constraints.found),
    [script, locations, constraints.found],
  );
  const shown = showsAll ? summaries : summaries.slice(0, FIRST_PLACES);
  const characters = opened?.characters ?? [...new Set(script.scenes.flatMap((scene) => scene.characters))];
  const omitted = script.scenes.flatMap(({ isOmitted }, scene) => (isOmitted ? [scene] : []));
  // Ids are of scenes, which further headings and other drafts number anew.
  const toKey = ({ uses: [use] }: StoryLocation) => `${read.draft} ${script.scenes[use!.scene]!.line} ${use!.place}`;
  const toLabel = (scene: number) => getSceneLabel(script.scenes, scene);

  const closeDialog = () => setDialog((current) => current && { ...current, open: false });
  const change = (action: BreakdownAction) => {
    setUndone(undefined);
    return dispatch(action);
  };
  /** @param useId a use of the place that gets the focus */
  const changePlace = (action: BreakdownAction, useId: string) => {
    closeDialog();
    const result = findByUse(change(action).locations, useId);
    if (summaries.length > FIRST_PLACES) setShowsAll(true);
    if (result) focus(toHeadingId(result));
  };
  const undo = () => {
    dispatch({ type: 'undo' });
    setUndone(last);
    if (breakdown.history.length === 1) focus(id);
  };
  const openRequest = (summary: Summary) =>
    setRequest({ name: formatName(summary.location), text: writeRequest(summary), open: true });
  const printAll = () => {
    flushSync(() => setShowsAll(true));
    print();
  };

  if (summaries.length === 0) return null;
  return (
    <section className="breakdown" aria-labelledby={id}>
      <h3 id={id} className="display display--1" tabIndex={-1}>
        Places in the script
      </h3>
      <p>{formatTotal(summaries.length, script.scenes.length - omitted.length, sumEighths(script))}</p>
      {omitted.length > 0 && <p>{formatOmitted(omitted.map(toLabel))}</p>}
      <p className="muted small">
        Headings that name one place are merged. A scene that plays at two places counts in both. Finding locations
        sends us the words of the search, and choosing one the name of the place and the numbers of its scenes; nothing
        else of the script. If a search finds nothing, we count its words for 90 days, without who searched.
        {script.scenes.some(({ number }) => number === null) &&
          ' A scene without a number has its position in the script, in brackets.'}
      </p>
      <div className="breakdown__exports no-print">
        <ExportButton
          label="Download the places (CSV)"
          fetchFile={async () => {
            const { writeBreakdownCsv } = await import('../../breakdown/csv-files.ts');
            return toCsvFile(
              script,
              'places',
              await writeBreakdownCsv(script, summarize(script, locations, await constraints.promise)),
            );
          }}
        />
        <ExportButton
          label="Download the scenes (CSV)"
          fetchFile={async () => {
            const { writeScenesCsv } = await import('../../breakdown/csv-files.ts');
            return toCsvFile(script, 'scenes', await writeScenesCsv(script, locations, await constraints.promise));
          }}
        />
        <button type="button" className="button" onClick={printAll}>
          Print or save as PDF
        </button>
      </div>
      {choices.board && (
        <p className="no-print">
          What you choose is on the board{' '}
          <a className="link" href={getBoardPath(choices.board)} target="_blank" rel="noopener">
            {choices.board.title}
            <OpensInNewTab />
          </a>
          .{' '}
          <button
            type="button"
            className="button button--compact"
            onClick={() => {
              choices.resetBoard();
              focus(id);
            }}
          >
            Use another board
          </button>
        </p>
      )}
      <SaveScript
        api={api}
        choices={choices}
        saved={saved}
        onSaved={setSaved}
        getBreakdown={async () => {
          const found = await constraints.promise;
          setSavedBreakdown(breakdown);
          return toSaved({ script, breakdown, language, constraints: found, characters });
        }}
      />
      {comparison && former && (
        <DraftChanges
          {...{ comparison, former, script, breakdown, choices, onGoBack }}
          onReplace={(action) => {
            change(action);
            focus(id);
          }}
        />
      )}
      <MergeSuggestions
        suggestions={listOpenSuggestions(breakdown)}
        onDecide={(type, suggestion, next) => {
          change({ type, suggestion });
          focus(next ?? id);
        }}
      />
      <ol className="breakdown__places">
        {shown.map((summary) => (
          <StoryLocationItem
            key={toKey(summary.location)}
            api={api}
            script={script}
            summary={summary}
            characters={characters}
            language={language}
            canMerge={summaries.length > 1}
            choices={choices}
            state={comparison?.places.get(summary.location.id)}
            onRequest={() => openRequest(summary)}
            onOpen={(kind) => setDialog({ kind, location: summary.location, open: true })}
          />
        ))}
      </ol>
      {shown.length < summaries.length && (
        <button
          type="button"
          className="button no-print"
          onClick={() => {
            focus(toHeadingId(summaries[FIRST_PLACES]!.location));
            setShowsAll(true);
          }}
        >
          Show all {summaries.length} places
        </button>
      )}
      {dialog && (
        <PlaceDialog {...dialog} script={script} locations={locations} onChange={changePlace} onClose={closeDialog} />
      )}
      <LazyMount isWanted={request !== undefined}>
        {request && (
          <PlaceRequestDialog
            name={request.name}
            open={request.open}
            onClose={() => setRequest((current) => current && { ...current, open: false })}
          >
            {renderEnquiry(request.text)}
          </PlaceRequestDialog>
        )}
      </LazyMount>
      {dialogs}
      <UndoBar last={last} undone={undone} onUndo={undo} />
      <UnsavedChangesDialog unsaved={() => isChanged && breakdown !== savedBreakdown}>
        Your changes to the places of this script will be lost. To have them again, save the places with a board.
      </UnsavedChangesDialog>
    </section>
  );
}

function sumEighths({ scenes }: Script): number {
  return scenes.reduce((sum, { eighths }) => sum + eighths, 0);
}

function toCsvFile({ title }: Script, what: string, text: string): DownloadedFile {
  const name = (title ?? '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return { name: `${name || 'script'}-${what}.csv`, content: new Blob([text], { type: 'text/csv' }) };
}
