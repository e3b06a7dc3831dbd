import { expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import * as routes from './contract.ts';
import { enquiryFeature } from '../feature.ts';
import { fillTemplate } from './schema.ts';

const { kysely: db } = await testDatabase();
const handlers = featureHandlers(enquiryFeature, testServices(db));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(await addPerson(db, 'ADMIN'))));

test('adds, changes and deletes templates, each with a unique name', async () => {
  await api(routes.addTemplate, { name: 'Permits', text: 'Ask the council.' });
  const { templates } = await api(routes.addTemplate, { name: 'Available', text: 'You can film there.' });
  expect(templates.map(({ name }) => name)).toEqual(['Available', 'Permits']);
  const [{ id, version }] = templates as [(typeof templates)[number]];
  await expect(api(routes.addTemplate, { name: 'PERMITS', text: 'Again' })).rejects.toMatchObject({
    fields: { name: 'Another template has this name.' },
  });
  const change = { id, version, name: 'available', text: 'You can film there in May.' };
  await api(routes.updateTemplate, change);
  await expect(api(routes.updateTemplate, change)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await expect(api(routes.deleteTemplate, { id, version })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  expect((await api(routes.deleteTemplate, { id, version: version + 1 })).templates).toHaveLength(1);
});

test('placeholders are filled, and other braces kept', () => {
  const text = 'Dear {name}, about {locations}: {other} [{reference}]';
  const values = { name: '{reference}', reference: 'ENQ-2026-00042', locations: 'Weir mill' };
  expect(fillTemplate({ text }, values)).toBe('Dear {reference}, about Weir mill: {other} [ENQ-2026-00042]');
});
