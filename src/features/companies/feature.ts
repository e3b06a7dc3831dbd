import type { Feature } from '../../platform/feature/feature.ts';
import { command, csvExport, query } from '../../platform/http/handlers.ts';
import { createEntry, deleteEntry, updateEntry } from './commands.server.ts';
import * as routes from './contract.ts';
import { restoreRevision } from './history/commands.server.ts';
import * as history from './history/contract.ts';
import { getRevision, listRevisions } from './history/queries.server.ts';
import { revisionContent } from './history/schema.ts';
import { deleteUnused } from './jobs.server.ts';
import { mergeEntries } from './merging/commands.server.ts';
import * as merging from './merging/contract.ts';
import { decideDuplicate } from './merging/decisions.commands.server.ts';
import { listDuplicates } from './merging/queries.server.ts';
import { likelyDuplicate } from './merging/schema.ts';
import * as messages from './messages.ts';
import * as people from './people/contract.ts';
import { CONTACT_DATA } from './people/personal-data.queries.server.ts';
import { PERSON_HEADINGS, exportPersonRows, getPerson, listPeople, suggestPeople } from './people/queries.server.ts';
import { companyPerson, personRow, personSuggestion } from './people/schema.ts';
import { COMPANY_HEADINGS, exportCompanyRows, getCompany, listCompanies, suggestCompanies } from './queries.server.ts';
import { company, companyRow, companySuggestion } from './schema.ts';

/** The companies and people that the agency deals with. */
export const companyFeature: Feature = {
  tag: 'companies',
  handlers: [
    query(routes.companies, (db, _caller, params) => listCompanies(db, params)),
    csvExport(routes.exportCompanies, 'companies.csv', COMPANY_HEADINGS, (db, _caller, params) =>
      exportCompanyRows(db, params),
    ),
    query(routes.companySuggestions, (db, _caller, params) => suggestCompanies(db, params.query)),
    query(routes.companyById, (db, _caller, { id }) => getCompany(db, id)),
    command(
      routes.createCompany,
      (context, values) => createEntry(context, 'companies', values),
      messages.COMPANY_SAVED,
    ),
    command(
      routes.updateCompany,
      (context, { id, version, ...values }) => updateEntry(context, 'companies', { id, version, values }),
      async (db, _caller, { id }) => ({ message: messages.COMPANY_SAVED, company: await getCompany(db, id) }),
    ),
    command(
      routes.deleteCompany,
      (context, reference) => deleteEntry(context, 'companies', reference),
      messages.COMPANY_DELETED,
    ),
    query(people.people, (db, _caller, params) => listPeople(db, params)),
    csvExport(people.exportPeople, 'people.csv', PERSON_HEADINGS, (db, _caller, params) =>
      exportPersonRows(db, params),
    ),
    query(people.personSuggestions, (db, _caller, params) => suggestPeople(db, params.query)),
    query(people.personById, (db, _caller, { id }) => getPerson(db, id)),
    command(people.createPerson, (context, values) => createEntry(context, 'people', values), messages.PERSON_SAVED),
    command(
      people.updatePerson,
      (context, { id, version, ...values }) => updateEntry(context, 'people', { id, version, values }),
      async (db, _caller, { id }) => ({ message: messages.PERSON_SAVED, person: await getPerson(db, id) }),
    ),
    command(
      people.deletePerson,
      (context, reference) => deleteEntry(context, 'people', reference),
      messages.PERSON_DELETED,
    ),
    query(merging.companyDuplicates, (db, _caller, { id }) => listDuplicates(db, 'companies', id)),
    query(merging.personDuplicates, (db, _caller, { id }) => listDuplicates(db, 'people', id)),
    command(
      merging.decideCompanyDuplicate,
      (context, decision) => decideDuplicate(context, 'companies', decision),
      messages.DECISION_SAVED,
    ),
    command(
      merging.decidePersonDuplicate,
      (context, decision) => decideDuplicate(context, 'people', decision),
      messages.DECISION_SAVED,
    ),
    command(
      merging.mergeCompany,
      (context, merge) => mergeEntries(context, 'companies', merge),
      messages.COMPANIES_MERGED,
    ),
    command(merging.mergePerson, (context, merge) => mergeEntries(context, 'people', merge), messages.PEOPLE_MERGED),
    query(history.companyRevisions, (db, _caller, params) => listRevisions(db, 'companies', params)),
    query(history.companyRevision, (db, _caller, params) => getRevision(db, 'companies', params)),
    command(
      history.restoreCompany,
      (context, revision) => restoreRevision(context, 'companies', revision),
      messages.RESTORED,
    ),
    query(history.personRevisions, (db, _caller, params) => listRevisions(db, 'people', params)),
    query(history.personRevision, (db, _caller, params) => getRevision(db, 'people', params)),
    command(
      history.restorePerson,
      (context, revision) => restoreRevision(context, 'people', revision),
      messages.RESTORED,
    ),
  ],
  personalData: CONTACT_DATA,
  cleanup: { 'companies and people': ({ db, at }) => deleteUnused(db, at) },
  schemas: {
    Company: company,
    CompanyPerson: companyPerson,
    CompanyRow: companyRow,
    CompanySuggestion: companySuggestion,
    CompanyVersion: revisionContent,
    LikelyDuplicate: likelyDuplicate,
    PersonRow: personRow,
    PersonSuggestion: personSuggestion,
  },
  examples: {
    'GET /companies': { input: { query: 'weir', page: 1 } },
    'GET /people': { input: { query: 'weir', page: 1 } },
  },
};
