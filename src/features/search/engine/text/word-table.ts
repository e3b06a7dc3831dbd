import { ASCII, ASCII_APOSTROPHE, STOP_WORDS, fold, wordsOf } from './analysis.ts';
import { grown } from '../collections/growable-array.ts';

const FIRST_SLOTS = 512;
/** Numbers in a slot: the three of a key, then one more than the word's number, or 0. */
const SLOT = 4;
/** Letters that go into a number of a key, and length of the longest word that has one. */
const PART = 6;
const KEYED = 3 * PART;
/** Letters and digits count from 1 on, so that no shorter word has the key of a longer one. */
const BASE = 37;
const DIGITS = new Uint8Array(128);
for (const [i, letter] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries()) {
  DIGITS[letter.charCodeAt(0)] = DIGITS[letter.toUpperCase().charCodeAt(0)] = i + 1;
}
const utf8 = new TextEncoder();

/**
 * The distinct words of many texts, numbered as they come. It finds the words that `wordsOf` finds, but without an object
 * for each occurrence: nearly every word is told by three numbers, its key.
 */
export class WordTable {
  /** By number. */
  readonly words: string[] = [];
  /** The numbers of the words that were last read. */
  read = new Uint32Array(256);
  /** The text that is being read, then a zero. */
  #bytes = new Uint8Array(256);
  /** Words by their keys: open addressing by hash. */
  #slots = new Uint32Array(FIRST_SLOTS * SLOT);
  /** Words without a key. */
  readonly #others = new Map<string, number>();

  constructor() {
    // Stop words have the first numbers.
    this.#readAscii([...STOP_WORDS].join(' '), 0);
  }

  /** Reads the words of a text into `read`; returns how many they are. */
  readText(text: string): number {
    const n = this.#readAscii(text, 0);
    return n < 0 ? this.#readAny(text) : this.#leaveOutStopWords(n);
  }

  /** Reads all words of a text into `read` from a place on; returns the place behind them, or -1 if it is not in ASCII. */
  #readAscii(text: string, place: number): number {
    const bytes = (this.#bytes = grown(this.#bytes, text.length + 1));
    const { read, written } = utf8.encodeInto(text, bytes);
    if (read < text.length || written > text.length) return -1;
    bytes[text.length] = 0;
    const numbers = (this.read = grown(this.read, place + text.length));
    let n = place;
    let start = 0;
    let length = 0;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let at = 0; at <= text.length; at++) {
      const digit = DIGITS[bytes[at]!]!;
      if (digit > 0) {
        if (length === 0) start = at;
        if (length < PART) first = Math.imul(first, BASE) + digit;
        else if (length < 2 * PART) second = Math.imul(second, BASE) + digit;
        else third = Math.imul(third, BASE) + digit;
        length++;
      } else if (length > 0 && !(ASCII[bytes[at]!] === ASCII_APOSTROPHE && DIGITS[bytes[at + 1]!]! > 0)) {
        numbers[n++] =
          length <= KEYED
            ? this.#numberOfKey(first, second, third, text, start, at)
            : this.#numberOf(fold(text.slice(start, at)));
        length = first = second = third = 0;
      }
    }
    return n;
  }

  #readAny(text: string): number {
    const words = wordsOf(text);
    this.read = grown(this.read, words.length);
    for (const [n, word] of words.entries()) if (this.#readAscii(word, n) < 0) this.read[n] = this.#numberOf(word);
    return words.length;
  }

  #leaveOutStopWords(n: number): number {
    let telling = 0;
    for (let i = 0; i < n; i++) if (this.read[i]! >= STOP_WORDS.size) telling++;
    if (telling === n || telling === 0) return n;
    telling = 0;
    for (let i = 0; i < n; i++) if (this.read[i]! >= STOP_WORDS.size) this.read[telling++] = this.read[i]!;
    return telling;
  }

  /** Number of a word that has no key. */
  #numberOf(word: string): number {
    let number = this.#others.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.#others.set(word, number);
    }
    return number;
  }

  /** Number of the word that has a key, and stands at a place of a text. */
  #numberOfKey(first: number, second: number, third: number, text: string, start: number, end: number): number {
    const slots = this.#slots;
    const slot = slotOf(slots, first, second, third);
    if (slots[slot + 3] !== 0) return slots[slot + 3]! - 1;
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = third;
    slots[slot + 3] = this.words.push(fold(text.slice(start, end)));
    if (this.words.length * 2 * SLOT > slots.length) this.#enlarge();
    return this.words.length - 1;
  }

  #enlarge(): void {
    const before = this.#slots;
    const slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 3] === 0) continue;
      const slot = slotOf(slots, before[at]!, before[at + 1]!, before[at + 2]!);
      for (let i = 0; i < SLOT; i++) slots[slot + i] = before[at + i]!;
    }
    this.#slots = slots;
  }
}

/** Where a key stands, or would. */
function slotOf(slots: Uint32Array, first: number, second: number, third: number): number {
  const mask = slots.length - SLOT;
  let hash = Math.imul(Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) ^ third, 0xc2b2ae35);
  hash ^= hash >>> 15;
  for (let slot = hash & mask; ; slot = (slot + SLOT) & mask) {
    if (slots[slot + 3] === 0) return slot;
    if ((slots[slot]! ^ first) === 0 && (slots[slot + 1]! ^ second) === 0 && (slots[slot + 2]! ^ third) === 0)
      return slot;
  }
}
