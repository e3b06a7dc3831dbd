import { type ReactNode, Suspense, lazy, useEffect } from 'react';
import { LazyDisclosure } from '../../../ui/LazyDisclosure.tsx';
import { LazyMount, lazyDialog, lazyPart } from '../../../ui/LazyMount.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { NeedsScript } from '../../../ui/Field.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import type { Api } from '../../../platform/http/contract.ts';
import type { HeadingWords } from '../reading/script.ts';
import { PossibleHeadings } from './PossibleHeadings.tsx';
import { SceneTable } from './SceneTable.tsx';
import { ScriptSource } from './ScriptSource.tsx';
import { type ReadScript, useScriptReader } from './useScriptReader.ts';
import { useBoardOfUrl } from './saving/useBoardOfUrl.ts';
import '../../../ui/button.css';
import './script.css';

const loadBreakdown = () => import('./breakdown/ScriptBreakdown.tsx');
const ScriptBreakdown = lazy(loadBreakdown);

const DraftDialog = lazyDialog(() => import('./drafts/DraftDialog.tsx'));
const SavedScripts = lazyPart(() => import('./saving/SavedScripts.tsx'));

const RESULT_ID = 'script-result';

/** Reads a script in the browser, and shows its scenes. */
export function ScriptPage(props: {
  api: Api;
  headingWords: readonly HeadingWords[];
  /** Id of the board that the user comes from: its script is opened, or what they choose goes there. */
  boardId: string | undefined;
  /** Renders the form for an enquiry that starts with a comment. */
  renderEnquiry: (comment: string) => ReactNode;
}) {
  const { api, headingWords, boardId, renderEnquiry } = props;
  const reader = useScriptReader(headingWords);
  const { read, waiting, progress, status, error, start, cancel, toggle } = reader;
  const user = useUser(api);
  const { board, error: boardError } = useBoardOfUrl(api, can(user, 'board.own') ? boardId : undefined, reader.open);
  const focus = useFocusById();
  const id = read?.draft;
  useEffect(() => {
    if (id !== undefined) focus(RESULT_ID);
  }, [focus, id]);
  return (
    <main id="content" tabIndex={-1} className="wrap script-page">
      <h1 className="display display--4">Read a script</h1>
      <p className="script-page__introduction no-print">
        Choose a screenplay to see its scenes and where they play. It is read in your browser: the script is not sent to
        us, and nothing is saved unless you save its places with a board. If you find locations for one of its places,
        or ask us for it, we receive its name and what the page says there.
      </p>
      <NeedsScript />
      {board && <p className="no-print">Locations that you choose go to the board ‘{board.title}’.</p>}
      {boardError !== undefined && <ErrorAlert message={boardError} />}
      <ScriptSource
        onSource={(source) => {
          // Meanwhile, so that the script is shown as soon as it is read.
          void loadBreakdown();
          void start(source);
        }}
      />
      {can(user, 'board.own') && (
        <LazyDisclosure className="script-page__saved no-print" summary="Open the places of a saved script">
          <SavedScripts
            api={api}
            onOpen={(opened) => {
              void loadBreakdown();
              reader.open(opened);
            }}
          />
        </LazyDisclosure>
      )}
      {/* Also without a text, since screen readers announce only what changes in an element that they know. */}
      <p role="status" className="no-print">
        {status}
      </p>
      {progress !== undefined && (
        <div className="script-page__progress no-print">
          <progress aria-label="Progress" value={Math.floor(progress * 100)} max={100} />
          <button
            type="button"
            className="button"
            onClick={() => {
              cancel();
              focus(read ? RESULT_ID : 'content');
            }}
          >
            Cancel
          </button>
        </div>
      )}
      <LazyMount isWanted={waiting !== undefined}>
        {waiting && (
          <DraftDialog
            open
            title={getTitle(waiting)}
            onDraft={() => reader.showWaiting(true)}
            onOther={() => reader.showWaiting(false)}
            onClose={cancel}
          />
        )}
      </LazyMount>
      {error !== undefined && <ErrorAlert key={error} message={error} />}
      {read && (
        <section aria-labelledby={RESULT_ID}>
          <h2 className="display display--2" id={RESULT_ID} tabIndex={-1}>
            {getTitle(read)}
          </h2>
          <p>{formatLength(read)}</p>
          <PossibleHeadings read={read} onToggle={(heading) => void toggle(heading)} />
          <Suspense>
            <ScriptBreakdown key={read.id} {...{ api, read, board, renderEnquiry }} onGoBack={reader.goBack} />
          </Suspense>
          <SceneTable script={read.script} />
        </section>
      )}
    </main>
  );
}

function getTitle({ fileName, script, opened }: ReadScript): string {
  if (opened) return `Script saved with ‘${opened.board.title}’`;
  return script.title ?? fileName ?? 'Pasted text';
}

function formatLength({ script: { scenes, pages, format } }: ReadScript): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const about = format === 'pdf' ? '' : 'about ';
  return `${count(scenes.length, 'scene')} on ${about}${count(pages, 'page')}.`;
}
