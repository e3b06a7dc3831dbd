import { type ReactNode, useId, useState } from 'react';
import { Check } from '../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { Popover } from '../../../ui/table/Popover.tsx';
import { useShortcuts } from '../../../ui/table/shortcuts.ts';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { VIEW_UNAVAILABLE } from '../messages.ts';
import type { ListView } from '../schema.ts';
import { useViewActions } from './useViewActions.tsx';
import type { ViewControl } from './view-control.ts';
import type { ViewDialogName } from './ViewDialogs.tsx';
import { getViewPath } from './views.ts';
import './view-menu.css';

const ViewDialogs = lazyDialog(() => import('./ViewDialogs.tsx'));

interface MenuProps {
  readonly control: ViewControl;
  /** Whether the query differs from that of the view. */
  readonly isQueryChanged: boolean;
  /** Whether the URL names a view that the user cannot open. */
  readonly isUnavailable: boolean;
}

/** The menu of the saved views of a list: chooses a view, and saves, names, shares and deletes views. */
export function ViewMenu({ control, isQueryChanged, isUnavailable }: MenuProps) {
  const { current, layout } = control;
  const id = useId();
  const [opened, setOpened] = useState<{ readonly dialog: ViewDialogName; readonly viewId: string | undefined }>();
  // A dialog about a view closes when the view is deleted.
  const dialog = opened?.viewId === current?.id ? opened?.dialog : undefined;
  const setDialog = (name: ViewDialogName) => setOpened({ dialog: name, viewId: current?.id });
  const isChanged = current !== undefined && (isQueryChanged || layout.reset !== undefined);
  const focusById = useFocusById();
  const { actions, alert } = useViewActions(control, isChanged, setDialog);
  useShortcuts([{ key: 'v', label: 'Choose a view', action: () => document.getElementById(id)?.click() }]);
  return (
    <div className="view-menu no-print">
      <Popover
        id={id}
        label="Views"
        className="filter-button filter-button--compact view-menu__button"
        button={
          <>
            <em>View</em> <span className="view-menu__name">{current?.name ?? 'All'}</span>
            {isChanged && <span className="view-menu__changed">Changed</span>}
          </>
        }
      >
        {(close) => (
          <>
            <ViewLinks control={control} onChoose={close} />
            <ul className="popover__list view-menu__actions">
              {actions.map(({ name, icon: Icon, run }) => (
                <li key={name}>
                  <button
                    type="button"
                    onClick={() => {
                      close();
                      run();
                    }}
                  >
                    <Icon small />
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Popover>
      <div role="status">{isUnavailable && <p className="view-menu__unavailable">{VIEW_UNAVAILABLE}</p>}</div>
      <LazyMount isWanted={dialog !== undefined}>
        <ViewDialogs
          control={control}
          open={dialog !== undefined}
          dialog={dialog}
          onDeleted={() => focusById(id)}
          onClose={() => setOpened(undefined)}
        />
      </LazyMount>
      {alert}
    </div>
  );
}

function ViewLinks({ control, onChoose }: { control: ViewControl; onChoose: () => void }) {
  const { list, saved, current } = control;
  const link = (view: ListView | undefined) => (
    <li key={view?.id}>
      <a
        href={getViewPath(list.path, view, saved)}
        aria-current={view?.id === current?.id ? 'true' : undefined}
        onClick={onChoose}
      >
        <Check small />
        <span className="view-list__name">{view?.name ?? 'All'}</span>
        {view && view.id === saved.defaultId && <span className="muted small">Default</span>}
      </a>
    </li>
  );
  return (
    <>
      <ul className="view-list">{link(undefined)}</ul>
      <ViewGroup title="Views of the team">{saved.views.filter(({ isTeam }) => isTeam).map(link)}</ViewGroup>
      <ViewGroup title="Your views">{saved.views.filter(({ isTeam }) => !isTeam).map(link)}</ViewGroup>
    </>
  );
}

function ViewGroup({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <>
      <p className="view-list__title" id={id}>
        {title}
      </p>
      <ul className="view-list" aria-labelledby={id}>
        {children}
      </ul>
    </>
  );
}
