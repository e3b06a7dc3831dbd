import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { openTask, ownerTask, taskForm } from './schema.ts';

const locationParams = z.object({ id: z.uuid() });
const taskParams = locationParams.extend({ taskId: z.uuid() });
const tasks = z.array(ownerTask);

export const ownerTasks = route('GET', '/locations/{id}/tasks', {
  summary: 'Lists what the owner of a location was asked for, the latest first',
  access: 'location.ask-owner',
  input: locationParams,
  output: tasks,
});

export const addOwnerTask = route('POST', '/locations/{id}/tasks', {
  summary:
    'Asks the owner of a location for something, by email and in the wizard. Returns 409 while it waits for approval',
  access: 'location.ask-owner',
  input: locationParams.extend(taskForm.shape),
  output: tasks,
  limit: ADDING_RATE,
});

export const cancelOwnerTask = route('DELETE', '/locations/{id}/tasks/{taskId}', {
  summary: 'Cancels a request to the owner of a location. Returns 409 if it is done or cancelled already',
  access: 'location.ask-owner',
  input: taskParams,
  output: tasks,
});

export const completeOwnerTask = route('POST', '/locations/{id}/tasks/{taskId}/done', {
  summary: 'Marks a request to the owner of a location as done, and returns the open ones',
  access: 'location.own',
  input: taskParams,
  output: z.array(openTask),
});
