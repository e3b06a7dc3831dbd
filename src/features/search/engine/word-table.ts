import { ASCII, ASCII_APOSTROPHE, STOP_WORDS, WORD_LENGTH, isAsciiLetter, wordsOf } from './analysis.ts';
import { grown } from './growing.ts';
import { TextColumn } from './text-column.ts';

const FIRST_SLOTS = 1_024;
/** Letters that become a string at once. */
const PIECE = 4_096;

/**
 * The distinct words of many texts, numbered as they come. It finds the words that `wordsOf` finds, but without an object
 * for each occurrence.
 */
export class WordTable {
  size = 0;
  /** The numbers of the words that were last read. */
  read = new Uint32Array(256);
  /** The words behind each other; what is being read is written behind them. */
  #letters = new Uint16Array(FIRST_SLOTS * 8);
  #end = 0;
  /** By word. */
  #ends = new Uint32Array(FIRST_SLOTS);
  /** Open addressing by hash: one more than the number of a word, or 0, then its hash. */
  #slots = new Uint32Array(FIRST_SLOTS * 2);

  constructor() {
    // Stop words have the first numbers.
    this.#readAscii([...STOP_WORDS].join(' '));
  }

  /** Reads the words of a text into `read`; returns how many they are. */
  readText(text: string): number {
    const n = this.#readAscii(text);
    return n < 0 ? this.#readAny(text) : this.#leaveOutStopWords(n);
  }

  /** All words, by number. */
  words(): string[] {
    const pieces: string[] = [];
    for (let at = 0; at < this.#end; at += PIECE) {
      pieces.push(String.fromCharCode(...this.#letters.subarray(at, Math.min(at + PIECE, this.#end))));
    }
    return new TextColumn(pieces.join(''), this.#ends.subarray(0, this.size)).toArray();
  }

  /** Reads all words of a text; -1 if it is not in ASCII. */
  #readAscii(text: string): number {
    this.#makeRoom(text.length);
    const letters = this.#letters;
    let n = 0;
    let start = this.#end;
    let end = start;
    let hash = 0;
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : 0;
      if (unit >= 128) return -1;
      const letter = ASCII[unit]!;
      if (letter > ASCII_APOSTROPHE) {
        if (end - start === WORD_LENGTH) continue;
        letters[end++] = letter;
        hash = withLetter(hash, letter);
      } else if (end > start && !(letter === ASCII_APOSTROPHE && isAsciiLetter(text, at + 1))) {
        this.read[n++] = this.#numberOf(end - start, spread(hash));
        start = end = this.#end;
        hash = 0;
      }
    }
    return n;
  }

  #readAny(text: string): number {
    const words = wordsOf(text);
    for (const [n, word] of words.entries()) {
      this.#makeRoom(word.length);
      let hash = 0;
      for (let at = 0; at < word.length; at++) {
        this.#letters[this.#end + at] = word.charCodeAt(at);
        hash = withLetter(hash, word.charCodeAt(at));
      }
      this.read[n] = this.#numberOf(word.length, spread(hash));
    }
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

  /** Makes room for the words of a text of some length, and for their numbers. */
  #makeRoom(length: number): void {
    this.#letters = grown(this.#letters, this.#end + length);
    this.read = grown(this.read, length);
  }

  /** Number of the word that was written behind the others. */
  #numberOf(length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash * 2) & mask;
    for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
      const number = slots[slot]! - 1;
      if (slots[slot + 1] === hash && this.#isWritten(number, length)) return number;
    }
    slots[slot] = this.size + 1;
    slots[slot + 1] = hash;
    return this.#add(length);
  }

  /** Whether the word that was written behind the others is this one. */
  #isWritten(number: number, length: number): boolean {
    const letters = this.#letters;
    const written = this.#end;
    const start = number === 0 ? 0 : this.#ends[number - 1]!;
    if (this.#ends[number]! - start !== length) return false;
    for (let at = 0; at < length; at++) if (letters[start + at] !== letters[written + at]) return false;
    return true;
  }

  #add(length: number): number {
    const number = this.size++;
    this.#ends = grown(this.#ends, number + 1);
    this.#ends[number] = this.#end += length;
    if (this.size * 4 > this.#slots.length) this.#enlarge();
    return number;
  }

  #enlarge(): void {
    const before = this.#slots;
    const slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] === 0) continue;
      let slot = (before[at + 1]! * 2) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 2) & (slots.length - 1);
      slots[slot] = before[at]!;
      slots[slot + 1] = before[at + 1]!;
    }
    this.#slots = slots;
  }
}

function withLetter(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
