import { type Answers, type Question, findAnswerProblem } from './questions.ts';

/** The terminal that setup reads from and writes to. */
export interface Terminal {
  /** Returns null when the input ends. */
  ask(question: string): Promise<string | null>;
  /** Asks for a new password without showing it, until `findProblem` finds none; empty when the input ends. */
  askNewPassword(question: string, findProblem: (password: string) => string | undefined): Promise<string>;
}

/** Setup cannot begin, or was cancelled; the message is for the operator. */
export class SetupError extends Error {}

export const CANCELLED = 'Setup was cancelled. Nothing was changed.';

/** Sources of answers. */
export interface Sources {
  readonly options: Answers;
  /** From the environment, or from the file of an earlier setup. */
  readonly settings: Readonly<Record<string, string>>;
}

const getSetting = ({ setting }: Question, { settings }: Sources) => setting && settings[setting];

/** Takes all answers from options, settings and defaults. @throws {SetupError} with one line for each that is missing or wrong. It names the option and the setting. */
export function collectAnswers(questions: readonly Question[], sources: Sources): Answers {
  const answers: Record<string, string> = {};
  const problems: string[] = [];
  for (const question of questions) {
    const { option, setting, getDefault } = question;
    const given = sources.options[option] ?? getSetting(question, sources);
    // A default may be made from other answers, which must be right.
    const answer = given ?? (problems.length === 0 ? getDefault?.(answers) : getDefault && '-') ?? '';
    const isCertain = given !== undefined || getDefault === undefined || problems.length === 0;
    const problem = isCertain ? findAnswerProblem(question, answer) : undefined;
    if (problem) problems.push(`--${option}${setting ? ` (${setting})` : ''}: ${problem}`);
    answers[option] = answer;
  }
  if (problems.length > 0) throw new SetupError(problems.join('\n'));
  return answers;
}

/** Input that returns to the previous question. */
const BACK = '<';

/**
 * Asks for the answers that options do not give, and again until each is right. An empty answer takes what is shown in brackets, BACK
 * returns to the question before.
 * @param earlier the answers to begin with, when some have to be asked again
 */
export async function askForAnswers(
  questions: readonly Question[],
  sources: Sources,
  terminal: Terminal,
  print: (line: string) => void,
  earlier: Answers = {},
): Promise<Answers> {
  const answers: Record<string, string> = { ...earlier };
  const asked: number[] = [];
  for (let index = 0; index < questions.length; index++) {
    const question = questions[index]!;
    const { option } = question;
    const given = sources.options[option];
    if (question.isAsked?.(answers) === false) answers[option] = given ?? question.getDefault!(answers);
    else if (given !== undefined && findAnswerProblem(question, given) === undefined) answers[option] = given;
    else {
      const suggestion = answers[option] ?? getSetting(question, sources) ?? question.getDefault?.(answers) ?? '';
      const answer = await askUntilRight(question, suggestion, terminal, print);
      if (answer === BACK) index = (asked.pop() ?? index) - 1;
      else {
        asked.push(index);
        answers[option] = answer;
      }
    }
  }
  return answers;
}

/** Returns a right answer, or BACK. */
async function askUntilRight(
  question: Question,
  suggestion: string,
  terminal: Terminal,
  print: (line: string) => void,
): Promise<string> {
  for (;;) {
    const typed = await terminal.ask(`${question.text}${suggestion && ` [${hidePassword(suggestion)}]`}: `);
    if (typed === null) throw new SetupError(`\n${CANCELLED}`);
    const answer = typed.trim() || suggestion;
    if (answer === BACK) return BACK;
    const problem = findAnswerProblem(question, answer);
    if (!problem) return answer;
    print(`  This ${problem[0]?.toUpperCase() === problem[0] ? `is not right. ${problem}` : problem}`);
  }
}

/** Names of deploy/recce.env.example and docs/installation.md, and a telephone number that belongs to nobody. */
const EXAMPLES = new Set(['Film Locations', 'Screen Agency', 'Creative Agency', '0131 496 0142']);
const EXAMPLE_HOST = /\bexample\.(com|net|org)\b/;

/** Returns a warning for each answer that is still an example. */
export function warnOfExamples(questions: readonly Question[], answers: Answers): string[] {
  return questions.flatMap(({ option, setting = `--${option}` }) => {
    const answer = answers[option] ?? '';
    const isExample = EXAMPLES.has(answer) || EXAMPLE_HOST.test(answer);
    return isExample ? [`Warning: ${setting} is still that of the example: ${hidePassword(answer)}`] : [];
  });
}

/** A URL with a password, as it is shown. */
function hidePassword(text: string): string {
  return text.replace(/(?<=^\w+:\/\/[^/@:]*:)[^/@]+(?=@)/, '…');
}
