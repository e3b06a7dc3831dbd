import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { readPdf } from '../../../../tests/support/look-books.ts';
import { SAMPLE_OPTIONS } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { getReport } from './queries.server.ts';

const { kysely: db } = await testDatabase();
const { site } = testServices(db);
const { actor } = createCallContext(await addPerson(db, 'ADMIN'));

test('is a PDF/UA with the tables of the year, and without the title of a production', async () => {
  const id = await addProduction(db, {}, { title: 'The Weir', stage: 'SHOOTING', shoot_to: '2027-03-04' });
  await db
    .insertInto('production_figures')
    .values({ production_id: id, figure: 'SPEND_CREW', value: 12_345, basis: 'DECLARED', recorded_at: new Date() })
    .execute();
  const { name, content } = await getReport(db, actor!, { year: 2027 }, { at: new Date(), site });
  expect(name).toBe('Impact 2027.pdf');
  const pdf = await buffer(content);
  const { info, metadata, text, nodes } = await readPdf(pdf);
  expect(info).toMatchObject({ Title: 'Impact 2027' });
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(text).toContain('£12,345');
  expect(text).not.toContain('The Weir');
  const roles = new Set(nodes.map(({ role }) => role));
  for (const role of ['H1', 'Table', 'TH', 'TD']) expect(roles).toContain(role);
});

test('names the film office whose productions it is about', async () => {
  const { actor: office } = createCallContext(await addPerson(db, 'FILM_OFFICE'));
  const { name, content } = await getReport(db, office!, { year: 2027 }, { at: new Date(), site });
  const title = `Impact 2027: productions of ${SAMPLE_OPTIONS.filmoffice[0]}`;
  expect(name).toBe(`${title.replace(':', ',')}.pdf`);
  expect((await readPdf(await buffer(content))).info).toMatchObject({ Title: title });
});
