import { useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { cancelTaskMutation, ownerTasksQuery } from '../client.ts';
import type { OwnerTask } from '../schema.ts';
import { STEP_TITLES } from '../../catalogue/fields/wizard-steps.ts';
import './owner-tasks.css';

/** The tasks of the owner of a location: open ones, and below them those that are done or cancelled. */
export function OwnerTasks({ api, id }: { api: Api; id: string }) {
  const { data = [] } = useQuery(ownerTasksQuery(api, id));
  const { report, alert } = useErrorDialog();
  const canceling = useMutation({ ...cancelTaskMutation(api), onError: report });
  if (data.length === 0) return null;
  const open = data.filter(({ state }) => state === 'OPEN');
  const closed = data.filter(({ state }) => state !== 'OPEN');
  return (
    <section className="owner-tasks" aria-labelledby="owner-tasks">
      <h2 id="owner-tasks">Asked of the owner</h2>
      <ul>
        {open.map((task) => (
          <Task key={task.id} task={task}>
            <button
              type="button"
              className="link"
              aria-disabled={canceling.isPending}
              onClick={() => !canceling.isPending && canceling.mutate({ id, taskId: task.id })}
            >
              Cancel
              <span className="visually-hidden">{` ${task.text}`}</span>
            </button>
          </Task>
        ))}
      </ul>
      {open.length === 0 && <p className="muted">Nothing is open.</p>}
      {closed.length > 0 && (
        <details>
          <summary>{closed.length === 1 ? 'One earlier request' : `${closed.length} earlier requests`}</summary>
          <ul>
            {closed.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
        </details>
      )}
      {alert}
    </section>
  );
}

function Task({ task, children }: { task: OwnerTask; children?: React.ReactNode }) {
  const { step, text, created_at, created_by } = task;
  return (
    <li>
      <p className="owner-tasks__text">
        <strong>{`${STEP_TITLES[step]}:`}</strong> {text}
      </p>
      <p className="small muted">{[`Asked ${formatBy(created_at, created_by)}`, ...describeEnd(task)].join('. ')}</p>
      {children}
    </li>
  );
}

function describeEnd({ state, closed_at, closed_by }: OwnerTask): string[] {
  if (closed_at === null) return [];
  return [`${state === 'DONE' ? 'Done' : 'Cancelled'} ${formatBy(closed_at, closed_by)}`];
}

function formatBy(moment: string, person: OwnerTask['created_by']): string {
  return [`on ${formatDateTime(moment)}`, ...(person ? [`by ${formatPerson(person)}`] : [])].join(' ');
}
