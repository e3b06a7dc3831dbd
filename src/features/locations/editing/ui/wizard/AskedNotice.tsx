import { useState } from 'react';
import { type Api, getErrorMessage } from '../../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../../ui/FormMessages.tsx';
import { CircleAlert } from '../../../../../ui/icons.tsx';
import { getReasonLabel } from '../../../decisions/part-label.ts';
import type { ReasonPart } from '../../../decisions/schema.ts';
import { getField } from '../../../catalogue/fields/lookup.ts';
import { completeOwnerTask } from '../../../owner-tasks/contract.ts';
import type { OwnLocation } from '../../schema.ts';
import { STEP_TITLES, type StepName, getWizardPath } from '../../../catalogue/fields/wizard-steps.ts';
import './asked.css';

/**
 * The changes and tasks requested by the Locations Team, with links to the steps. Renders nothing if there are none.
 * @param props.onTasks called with the open tasks after one is done
 */
export function AskedNotice(props: {
  api: Api;
  location: OwnLocation;
  onTasks: (change: Pick<OwnLocation, 'tasks'>) => void;
}) {
  const { api, location, onTasks } = props;
  const { id, returned, tasks } = location;
  if (!returned && tasks.length === 0) return null;
  return (
    <section className="alert alert--warn asked" aria-labelledby="asked-title">
      <CircleAlert />
      <div>
        <h2 id="asked-title">The Locations Team asks you for this</h2>
        {returned && returned.note !== '' && <p className="asked__text">{returned.note}</p>}
        <ul>
          {returned?.reasons.map(({ part, text }) => (
            <li key={part}>
              <a className="link" href={getWizardPath(id, getStep(part))}>
                {getReasonLabel(part)}
              </a>
              <p className="asked__text">{text}</p>
            </li>
          ))}
          {tasks.map((task) => (
            <Task key={task.id} api={api} id={id} task={task} onTasks={onTasks} />
          ))}
        </ul>
        <p className="small muted">Send your location with COMPLETE on the last step when everything is done.</p>
      </div>
    </section>
  );
}

function getStep(part: ReasonPart): StepName | undefined {
  return part === 'contacts' || part === 'images' ? part : getField(part).step;
}

function Task(props: {
  api: Api;
  id: string;
  task: OwnLocation['tasks'][number];
  onTasks: (change: Pick<OwnLocation, 'tasks'>) => void;
}) {
  const { api, id, task, onTasks } = props;
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const complete = async () => {
    setState({ isBusy: true });
    try {
      const tasks = await api(completeOwnerTask, { id, taskId: task.id });
      onTasks({ tasks });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <li>
      <a className="link" href={getWizardPath(id, task.step)}>
        {STEP_TITLES[task.step]}
      </a>
      <p className="asked__text">{task.text}</p>
      {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
      <button
        type="button"
        className="link"
        aria-disabled={state.isBusy}
        onClick={() => !state.isBusy && void complete()}
      >
        Mark as done
        <span className="visually-hidden">{` ${task.text}`}</span>
      </button>
    </li>
  );
}
