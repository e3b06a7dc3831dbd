import { parseSync } from 'vite';
import { isTest, sources } from './import-graph.ts';

/** Shorter texts, such as labels, may be repeated. */
const MIN_WORDS = 4;
/** CSS functions and lists of class names. */
const NO_SENTENCE = /^\w+\(\{|^[a-z_{} -]+(?:--|__)[a-z_{} -]+$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

/** Where each sentence occurs. Texts that differ in their expressions only are the same sentence. */
const places = new Map<string, string[]>();
for (const [file, source] of sources) {
  if (isTest(file)) continue;
  for (const { text, start } of listTexts(parseSync(file, source).program)) {
    const sentence = text.replace(/\s+/g, ' ').trim();
    if (!isSentence(sentence)) continue;
    const place = `${file}:${source.slice(0, start).split('\n').length}`;
    places.set(sentence, [...(places.get(sentence) ?? []), place]);
  }
}
const repeated = [...places].filter(([, where]) => where.length > 1);
for (const [sentence, where] of repeated)
  console.error(`${where.join(', ')}: write ‘${sentence}’ once, in the messages.ts of the feature`);
process.exitCode = repeated.length > 0 ? 1 : 0;

function isSentence(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word));
  // Text after an expression at the beginning can be the rest of a sentence.
  const expressions = text.slice(1).split('{}').length - 1;
  return words.length > 1 && words.length + expressions >= MIN_WORDS && !NO_SENTENCE.test(text);
}

/** Lists the string literals, templates and texts of elements below a syntax node, with `{}` in place of expressions. */
function* listTexts(root: unknown): Generator<{ text: string; start: number }> {
  if (Array.isArray(root)) {
    for (const item of root) yield* listTexts(item);
    return;
  }
  if (!isNode(root)) return;
  if (root.type === 'Literal' && typeof root['value'] === 'string') yield { text: root['value'], start: root.start };
  if (root.type === 'TemplateLiteral') yield { text: joinTemplate(root), start: root.start };
  if (root.type === 'JSXElement' || root.type === 'JSXFragment') yield* listElementTexts(root['children'] as Node[]);
  // The text of a tagged template, such as SQL, is not for people.
  const children =
    root.type === 'TaggedTemplateExpression' ? [(root['quasi'] as Node)['expressions']] : Object.values(root);
  for (const child of children) yield* listTexts(child);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function joinTemplate(template: Node): string {
  const quasis = template['quasis'] as { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

/** Lists the texts between the child elements of an element. */
function* listElementTexts(children: readonly Node[]): Generator<{ text: string; start: number }> {
  let text = '';
  let start = 0;
  for (const child of children) {
    if (child.type !== 'JSXText' && child.type !== 'JSXExpressionContainer') {
      yield { text, start };
      text = '';
    } else {
      if (text === '') start = child.start;
      text += child.type === 'JSXText' ? (child['value'] as string) : getExpressionText(child['expression'] as Node);
    }
  }
  yield { text, start };
}

function getExpressionText(expression: Node): string {
  return expression.type === 'Literal' && typeof expression['value'] === 'string' ? expression['value'] : '{}';
}
