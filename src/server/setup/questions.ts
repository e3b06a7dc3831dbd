import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { email, firstName, lastName } from '../../platform/http/field-schemas.ts';
import { type SettingName, findInvalidSetting } from '../../platform/settings/config.ts';
import { findUnportableText } from './environment-file.ts';

/** Answers so far, by the name of their option. */
export type Answers = Readonly<Record<string, string>>;

/** A question of `recce setup`, on the terminal or as an option. */
export interface Question {
  /** The option without dashes. */
  readonly option: string;
  readonly text: string;
  /** The environment variable that gets the answer. */
  readonly setting?: SettingName;
  /** The answer if there is none. Without it, the answer is required. */
  readonly getDefault?: (answers: Answers) => string;
  /** Whether it is asked; by default it always is. */
  readonly isAsked?: (answers: Answers) => boolean;
  /** Says what is wrong with an answer. */
  readonly findProblem?: (answer: string) => string | undefined;
}

interface Schema {
  safeParse(value: string): { success: boolean; error?: { issues: readonly { message: string }[] } | undefined };
}
const bySchema = (schema: Schema) => (answer: string) => schema.safeParse(answer).error?.issues[0]?.message;

/** The default, and the only one with sample locations. */
const SCOTLAND = 'scotland';

const SITE: readonly Question[] = [
  {
    option: 'region',
    setting: 'REGION',
    text: 'Region, which cannot be changed later: scotland, ireland, or the folder of your own',
    getDefault: () => SCOTLAND,
  },
  { option: 'site-name', setting: 'SITE_NAME', text: 'Name of the site' },
  { option: 'site-url', setting: 'SITE_URL', text: 'Address of the site, https://…', findProblem: findInsecureUrl },
  { option: 'agency-name', setting: 'AGENCY_NAME', text: 'Name of the screen agency' },
  { option: 'agency-url', setting: 'AGENCY_URL', text: 'Website of the screen agency' },
  {
    option: 'creative-agency-name',
    setting: 'CREATIVE_AGENCY_NAME',
    text: 'Name of the creative agency, if it is another one: the second link at the top of each page',
    getDefault: ({ 'agency-name': name = '' }) => name,
  },
  {
    option: 'creative-agency-url',
    setting: 'CREATIVE_AGENCY_URL',
    text: 'Website of the creative agency',
    getDefault: ({ 'agency-url': url = '' }) => url,
  },
  {
    option: 'enquiries-mailbox',
    setting: 'ENQUIRIES_MAILBOX',
    text: 'Email address that receives enquiries',
    findProblem: bySchema(email),
  },
  { option: 'enquiries-telephone', setting: 'ENQUIRIES_TELEPHONE', text: 'Telephone number of the Locations Team' },
];

const DATABASE: Question = {
  option: 'database-url',
  setting: 'DATABASE_URL',
  text: 'Database, postgres://user:password@host/database',
};

const SERVICES: readonly Question[] = [
  {
    option: 'storage-url',
    setting: 'STORAGE_URL',
    text: 'Storage of files, file:///folder or s3://bucket?endpoint=…&region=…',
    getDefault: () => pathToFileURL(path.resolve(process.env['DATA_DIR'] || './var', 'files')).href,
  },
  { option: 'smtp-url', setting: 'SMTP_URL', text: 'Mail server, smtps://user:password@host' },
  {
    option: 'mail-from',
    setting: 'MAIL_FROM',
    text: 'Sender of emails',
    getDefault: ({ 'site-name': name = '', 'site-url': url = '' }) =>
      `${name.replace(/[<>,;:"@()[\]]+/g, ' ')} <no-reply@${new URL(url).hostname}>`,
  },
];

const ADMIN: readonly Question[] = [
  {
    option: 'admin-email',
    text: 'Email address of the first member of the Locations Team',
    findProblem: bySchema(email),
  },
  { option: 'admin-first-name', text: 'Their first name', findProblem: bySchema(firstName) },
  { option: 'admin-last-name', text: 'Their last name', findProblem: bySchema(lastName) },
  {
    option: 'samples',
    text: 'Add fictional sample locations, to try the site? recce demo remove deletes them again (yes or no)',
    isAsked: ({ region }) => region === SCOTLAND,
    getDefault: () => 'no',
    findProblem: (answer) => (/^(yes|no)$/.test(answer) ? undefined : 'must be yes or no'),
  },
];

/** Lists the questions in order. */
export function listQuestions({ embedded }: { embedded: boolean }): readonly Question[] {
  return [...SITE, ...(embedded ? [] : [DATABASE]), ...SERVICES, ...ADMIN];
}

/** Says what is wrong with an answer. */
export function findAnswerProblem({ setting, findProblem }: Question, answer: string): string | undefined {
  if (answer === '') return 'is required';
  // First what this question requires: a setting may allow more, such as http:// for the demo.
  const inAnswer = findProblem?.(answer);
  return inAnswer ?? (setting && (findInvalidSetting(setting, answer) ?? findUnportableText(answer)));
}

function findInsecureUrl(url: string): string | undefined {
  return url.startsWith('https://') ? undefined : 'must begin with https://';
}
