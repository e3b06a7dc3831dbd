import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  assertUsablePassword,
  createAdminFromArguments,
  findPasswordProblem,
  formatPasswordQuestion,
  isAdmin,
} from '../../features/accounts/command-line.server.ts';
import { assertRegion, selectRegion } from '../../features/geography/region/queries.server.ts';
import { type Config, DEFAULT_REGION, SETTING_NAMES, readProductionConfig } from '../../platform/settings/config.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { describeFileFailure } from '../../platform/files/file-failure.ts';
import { createLog } from '../../platform/diagnostics/log.ts';
import { recordCommand } from '../command-audit.ts';
import { type Terminal, CANCELLED, SetupError, askForAnswers, collectAnswers, warnOfExamples } from './answers.ts';
import { type ConnectionCheck, checkConnections, formatCheck } from './connection-checks.ts';
import {
  findUnportableText,
  formatEnvironmentFile,
  readEnvironmentFile,
  writeEnvironmentFile,
} from './environment-file.ts';
import { readExistingSite } from './existing-site.ts';
import { fillDatabase } from './fill-database.ts';
import { type Answers, type Question, listQuestions } from './questions.ts';
import { describeNextSteps } from './next-steps.ts';

const DEFAULT_FILE = './recce.env';

type Print = (line: string) => void;
type Settings = Readonly<Record<string, string>>;

/**
 * Sets up a site: collects its settings, checks the connections, writes the environment file, and prepares the database. Can be repeated.
 * @param terminal asks for what the options leave out; without it, missing answers are errors
 * @returns the exit code
 */
export async function setUp(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal | undefined,
  print: Print,
): Promise<number> {
  try {
    await run(args, env, terminal, print);
    return 0;
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof ApiError)) throw error;
    print(error.message);
    return 1;
  }
}

async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal | undefined,
  print: Print,
): Promise<void> {
  const { embedded, force, help, file, passwordFile, options } = parseOptions(args);
  const questions = listQuestions({ embedded });
  if (help) return print(describeOptions(questions));
  const existing = await readEnvironmentFile(file);
  const others: Settings = { ...existing, ...pickSettings(env) };
  const toSettings = (answers: Answers): Settings => ({
    ...others,
    // The site may be started in another folder.
    ...(embedded && { DATA_DIR: path.resolve(others['DATA_DIR'] ?? './var') }),
    ...Object.fromEntries(questions.flatMap(({ setting, option }) => (setting ? [[setting, answers[option]!]] : []))),
  });
  const toConfig = (answers: Answers) => readProductionConfig({ ...env, ...toSettings(answers) }, { embedded });
  const isNew = (answers: Answers) => needsWriting(file, { existing, settings: toSettings(answers), force });

  const sources = { options, settings: others };
  const ask = (earlier?: Answers) =>
    terminal ? askForAnswers(questions, sources, terminal, print, earlier) : collectAnswers(questions, sources);
  const given = passwordFile === undefined ? undefined : await readPassword(passwordFile);
  const check = async (unchecked: Answers) => {
    if (given !== undefined) assertUsablePassword(given, toAdmin(unchecked));
    isNew(unchecked);
    assertSamples(unchecked, toConfig(unchecked));
    const checked = await correctUntilConnected(unchecked, { questions, toConfig, terminal, print });
    for (const warning of warnOfExamples(questions, checked)) print(warning);
    return checked;
  };
  let answers = await check(await ask());
  while (!(await isConfirmed(answers, terminal))) answers = await check(await ask(answers));

  const config = toConfig(answers);
  const log = createLog({ logLevel: 'warn' });
  const admin = toAdmin(answers);
  const [address = ''] = admin.person;
  const { region, hasAccount } = await readExistingSite(config, log, address);
  selectRegion(config.region);
  if (region !== null) assertRegion(region);
  // Asked now, since nothing may be changed before everything is known.
  const password = given ?? (hasAccount ? '' : await choosePassword(admin, terminal));
  if (isNew(answers))
    await writeEnvironmentFile(file, formatEnvironmentFile(toSettings(answers))).catch((error: unknown) => {
      throw new SetupError(describeFileFailure(file, 'written', error as NodeJS.ErrnoException));
    });
  print(`The settings are in ${file}.`);

  const at = new Date();
  await fillDatabase(config, log, { samples: answers['samples'] === 'yes', print }, async (db) => {
    if (await isAdmin(db, address)) return `${address} is a member of the Locations Team already.`;
    const created = await createAdminFromArguments(db, { ...admin, promptForPassword: async () => password }, at);
    await recordCommand(db, ['setup'], at);
    return created;
  });
  print(
    describeNextSteps({
      config,
      file,
      embedded,
      email: address,
      samples: answers['samples'] === 'yes',
    }),
  );
}

function parseOptions(args: readonly string[]) {
  const names = [...listQuestions({ embedded: false }).map(({ option }) => option), 'password-file', 'output'];
  const switches = ['embedded', 'force', 'help'] as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
      },
    });
    const given = values as Record<string, string | boolean>;
    const isSet = (name: (typeof switches)[number]) => given[name] === true;
    const text = Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    );
    const {
      output = DEFAULT_FILE,
      'password-file': passwordFile,
      ...options
    } = Object.fromEntries(text) as Record<string, string>;
    const [embedded, force, help] = [isSet('embedded'), isSet('force'), isSet('help')];
    return { embedded, force, help, file: path.resolve(output), passwordFile, options };
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\nrecce setup --help lists the options.`);
  }
}

function describeOptions(questions: readonly Question[]): string {
  const line = (option: string, text: string) => `--${option}`.padEnd(32) + text;
  return [
    'recce setup asks for what these options leave out; < goes back to the question before. Without a terminal, those without a',
    'default are required. Settings in the environment, such as DATABASE_URL, are used too: unlike options, other users of the',
    'machine cannot see them.',
    '',
    ...questions.map(({ option, text }) => line(`${option}=…`, text)),
    line('password-file=FILE', 'File whose first line is the password of the first member of the Locations Team'),
    line('env-file=FILE', 'Environment file whose settings are used too'),
    line('output=FILE', `Environment file to write, by default ${DEFAULT_FILE}`),
    line('force', 'Overwrites an environment file that has other settings'),
    line('embedded', 'Uses the embedded database, as recce serve --embedded does'),
  ].join('\n');
}

/** The settings of an environment that setup does not ask for stay as they are. */
function pickSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = env[name];
      return value && !findUnportableText(value) ? [[name, value]] : [];
    }),
  );
}

/** @throws {SetupError} if the file exists with other settings @returns whether it has to be written */
function needsWriting(
  file: string,
  { existing, settings, force }: { existing: Settings | undefined; settings: Settings; force: boolean },
): boolean {
  if (existing && JSON.stringify(sortEntries(existing)) === JSON.stringify(sortEntries(settings))) return false;
  if (existing && !force)
    throw new SetupError(`${file} exists and has other settings. Nothing was changed. To overwrite it, add --force.`);
  return true;
}

function sortEntries(settings: Settings) {
  return Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** @throws {SetupError} if sample locations are wanted in a region that has none */
function assertSamples({ samples }: Answers, { region }: Config): void {
  if (samples === 'yes' && region !== DEFAULT_REGION)
    throw new SetupError('--samples: must be no, since the sample locations are in Scotland. Nothing was changed.');
}

/** Asks again for what a check of the connections rejects, until all succeed. @throws {SetupError} if that cannot be asked */
async function correctUntilConnected(
  answers: Answers,
  site: {
    questions: readonly Question[];
    toConfig: (answers: Answers) => Config;
    terminal: Terminal | undefined;
    print: Print;
  },
): Promise<Answers> {
  const { questions, toConfig, terminal, print } = site;
  for (let corrected = answers; ;) {
    const failed = await findFailedChecks(toConfig(corrected), print);
    if (failed.length === 0) return corrected;
    if (!terminal || failed.some(({ option }) => !option))
      throw new SetupError('Nothing was changed. Correct these settings, and run setup again.');
    const again = questions.filter(({ option }) => failed.some((check) => check.option === option));
    // Asks for a value that came from an option.
    corrected = await askForAnswers(again, { options: {}, settings: {} }, terminal, print, corrected);
  }
}

/** Shows on a terminal what cannot be changed later, and what visitors see. @throws {SetupError} if the input ends */
async function isConfirmed(answers: Answers, terminal: Terminal | undefined): Promise<boolean> {
  if (!terminal) return true;
  const { region, 'site-name': name, 'site-url': url, 'agency-name': agency } = answers;
  const typed = await terminal.ask(
    `${name} of ${agency}, at ${url}, in the region ${region} for good. Set it up? (yes, or no to change answers) [yes]: `,
  );
  if (typed === null) throw new SetupError(`\n${CANCELLED}`);
  return /^(yes)?$/.test(typed.trim());
}

/** Prints the result of each check. Returns those that failed. */
async function findFailedChecks(config: Config, print: Print): Promise<ConnectionCheck[]> {
  const checks = await checkConnections(config);
  for (const check of checks) print(formatCheck(check));
  return checks.filter(({ result }) => 'failed' in result);
}

function toAdmin(answers: Answers) {
  const person = ['admin-email', 'admin-first-name', 'admin-last-name'].map((option) => answers[option]!);
  return { person, siteName: answers['site-name']! };
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/, 1)[0]!;
  } catch (error) {
    throw new SetupError(describeFileFailure(file, 'read', error as NodeJS.ErrnoException));
  }
}

async function choosePassword(admin: ReturnType<typeof toAdmin>, terminal: Terminal | undefined): Promise<string> {
  if (!terminal) throw new SetupError('--password-file: is required, since the account does not exist');
  const findProblem = (typed: string) => findPasswordProblem(typed, admin);
  const password = await terminal.askNewPassword(formatPasswordQuestion(admin.person[0]!), findProblem);
  if (password === '') throw new SetupError(CANCELLED);
  return password;
}
