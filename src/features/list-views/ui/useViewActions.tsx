import type { ComponentType, ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bin, Check, Link, Pencil, Plus } from '../../../ui/icons.tsx';
import { Star, Undo } from '../../../ui/table/icons.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { setDefaultViewMutation, updateViewMutation, viewsQuery } from '../client.ts';
import { LINK_COPIED, LINK_TO_OWN_VIEW_COPIED, SAVE_AS_NEW_VIEW } from '../messages.ts';
import { type ViewControl, toContent } from './view-control.ts';
import type { ViewDialogName } from './ViewDialogs.tsx';
import { getViewPath } from './views.ts';

interface ViewAction {
  readonly name: string;
  readonly icon: ComponentType<{ small?: boolean }>;
  readonly run: () => void;
}

/**
 * Returns what a user can do with the current view, and the dialog of errors.
 * @param isChanged whether the list differs from the view
 */
export function useViewActions(
  control: ViewControl,
  isChanged: boolean,
  openDialog: (dialog: ViewDialogName) => void,
): { readonly actions: readonly ViewAction[]; readonly alert: ReactNode } {
  const { api, list, saved, current, layout, navigate } = control;
  const user = useUser(api);
  const toast = useToast();
  const client = useQueryClient();
  const { report, alert } = useErrorDialog();
  const update = useMutation(updateViewMutation(api, list.name));
  const setDefault = useMutation(setDefaultViewMutation(api, list.name));
  const path = getViewPath(list.path, current, saved);
  const attempt = (change: () => Promise<{ readonly message: string }>) =>
    void change().then(
      ({ message }) => toast({ text: message }),
      (error: unknown) => {
        // Somebody else may have changed or deleted the view.
        void client.invalidateQueries(viewsQuery(api, list.name));
        report(error);
      },
    );
  const save = async ({ id, version }: NonNullable<typeof current>) => {
    const { message } = await update.mutateAsync({ id, version, content: toContent(control) });
    layout.reset?.();
    navigate(path);
    return { message };
  };
  const undo = () => {
    layout.reset?.();
    navigate(path);
  };
  const copy = async () => {
    const url = location.origin + path;
    try {
      await navigator.clipboard.writeText(url);
      toast({ text: current?.isTeam === false ? LINK_TO_OWN_VIEW_COPIED : LINK_COPIED });
    } catch {
      toast({ text: `This browser does not copy. The link is ${url}`, kind: 'error', delay: 30_000 });
    }
  };
  const isDefault = saved.defaultId === (current?.id ?? null);
  const chooseDefault = () =>
    attempt(() => setDefault.mutateAsync({ list: list.name, viewId: isDefault ? null : (current?.id ?? null) }));
  const mayChange = current !== undefined && (!current.isTeam || can(user, 'list-view.edit-team', 'any'));
  const mayShare = current?.isTeam === false && can(user, 'list-view.edit-team', 'any');
  const action = (isOffered: boolean, name: string, icon: ViewAction['icon'], run: () => void): ViewAction[] =>
    isOffered ? [{ name, icon, run }] : [];
  return {
    actions: [
      ...action(mayChange && isChanged, current?.isTeam ? 'Save for the team' : 'Save changes', Check, () =>
        attempt(() => save(current!)),
      ),
      ...action(isChanged, 'Undo changes', Undo, undo),
      ...action(true, SAVE_AS_NEW_VIEW, Plus, () => openDialog('save-as')),
      ...action(current !== undefined, 'Copy link', Link, () => void copy()),
      ...action(!isDefault, 'Make it my default', Star, chooseDefault),
      ...action(isDefault && current !== undefined, 'No longer my default', Star, chooseDefault),
      ...action(mayChange, mayShare ? 'Rename or share' : 'Rename', Pencil, () => openDialog('rename')),
      ...action(mayChange, 'Delete', Bin, () => openDialog('delete')),
    ],
    alert,
  };
}
