import { STOP_WORDS, analyze, fold } from '../../text/analysis.ts';
import { ensureCapacity } from '../collections/growable-array.ts';

const INITIAL_SLOTS = 512;
/** Numbers in a slot: the three of the key, then the word's number plus one, or 0 if the slot is empty. */
const SLOT_SIZE = 4;
/** A key packs six letters into each of its three numbers. Longer words have no key. */
const LETTERS_PER_NUMBER = 6;
const MAX_KEYED_LENGTH = 3 * LETTERS_PER_NUMBER;
/** Letters and digits count from 1, so that a shorter word never has the key of a longer one. */
const BASE = 37;
const LETTER_VALUES = new Uint8Array(128);
for (const [i, letter] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries()) {
  LETTER_VALUES[letter.charCodeAt(0)] = LETTER_VALUES[letter.toUpperCase().charCodeAt(0)] = i + 1;
}
const utf8 = new TextEncoder();

/** Numbers the distinct words of many texts, like `analyze` with an interner, but without an object per occurrence: a quarter faster. */
export class WordInterner {
  /** By number. */
  readonly words: string[] = [];
  /** The numbers of the words that `readText` found. */
  read = new Uint32Array(256);
  /** The current text in UTF-8, followed by a zero. */
  #bytes = new Uint8Array(256);
  /** Hash table (open addressing) of the words with a key. */
  #slots = new Uint32Array(INITIAL_SLOTS * SLOT_SIZE);
  /** Words without a key, and terms that are no words. */
  readonly #longWords = new Map<string, number>();

  constructor() {
    // Assigns the lowest numbers to stop words.
    this.#readAscii([...STOP_WORDS].join(' '), 0);
  }

  /** Reads the words of a text into `read`; returns their number. */
  readText(text: string): number {
    const n = this.#readAscii(text, 0);
    return n < 0 ? this.#readUnicode(text) : this.#removeStopWords(n);
  }

  /** Reads all words of a text into `read` from `index` on; returns the index after the last, or -1 if the text is not ASCII. */
  #readAscii(text: string, index: number): number {
    const bytes = (this.#bytes = ensureCapacity(this.#bytes, text.length + 1));
    const { read, written } = utf8.encodeInto(text, bytes);
    if (read < text.length || written > text.length) return -1;
    bytes[text.length] = 0;
    const numbers = (this.read = ensureCapacity(this.read, index + text.length));
    let n = index;
    let start = 0;
    let length = 0;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let at = 0; at <= text.length; at++) {
      const value = LETTER_VALUES[bytes[at]!]!;
      if (value > 0) {
        if (length === 0) start = at;
        if (length < LETTERS_PER_NUMBER) first = Math.imul(first, BASE) + value;
        else if (length < 2 * LETTERS_PER_NUMBER) second = Math.imul(second, BASE) + value;
        else third = Math.imul(third, BASE) + value;
        length++;
      } else if (length > 0 && !(isApostrophe(bytes[at]!) && LETTER_VALUES[bytes[at + 1]!]! > 0)) {
        numbers[n++] =
          length <= MAX_KEYED_LENGTH
            ? this.#findKeyed(first, second, third, text, start, at)
            : this.intern(fold(text.slice(start, at)));
        length = first = second = third = 0;
      }
    }
    return n;
  }

  #readUnicode(text: string): number {
    const words = analyze(text);
    this.read = ensureCapacity(this.read, words.length);
    for (const [n, word] of words.entries()) if (this.#readAscii(word, n) < 0) this.read[n] = this.intern(word);
    return words.length;
  }

  #removeStopWords(n: number): number {
    let length = 0;
    for (let i = 0; i < n; i++) if (this.read[i]! >= STOP_WORDS.size) length++;
    if (length === n || length === 0) return n;
    length = 0;
    for (let i = 0; i < n; i++) if (this.read[i]! >= STOP_WORDS.size) this.read[length++] = this.read[i]!;
    return length;
  }

  /** Returns the number of a term that is no word of a text. */
  intern(word: string): number {
    let number = this.#longWords.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.#longWords.set(word, number);
    }
    return number;
  }

  /** Returns the number of the word with this key, which is between `start` and `end` in the text. */
  #findKeyed(first: number, second: number, third: number, text: string, start: number, end: number): number {
    const slots = this.#slots;
    const slot = findSlot(slots, first, second, third);
    if (slots[slot + 3] !== 0) return slots[slot + 3]! - 1;
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = third;
    slots[slot + 3] = this.words.push(fold(text.slice(start, end)));
    if (this.words.length * 2 * SLOT_SIZE > slots.length) this.#grow();
    return this.words.length - 1;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += SLOT_SIZE) {
      if (old[at + 3] === 0) continue;
      const slot = findSlot(slots, old[at]!, old[at + 1]!, old[at + 2]!);
      for (let i = 0; i < SLOT_SIZE; i++) slots[slot + i] = old[at + i]!;
    }
    this.#slots = slots;
  }
}

function isApostrophe(byte: number): boolean {
  return byte === 0x27 || byte === 0x60;
}

/** Slot of a key, or the empty slot where it belongs. */
function findSlot(slots: Uint32Array, first: number, second: number, third: number): number {
  const mask = slots.length - SLOT_SIZE;
  let hash = Math.imul(Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) ^ third, 0xc2b2ae35);
  hash ^= hash >>> 15;
  for (let slot = hash & mask; ; slot = (slot + SLOT_SIZE) & mask) {
    if (slots[slot + 3] === 0) return slot;
    if ((slots[slot]! ^ first) === 0 && (slots[slot + 1]! ^ second) === 0 && (slots[slot + 2]! ^ third) === 0)
      return slot;
  }
}
