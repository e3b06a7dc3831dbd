import { ASCII, ASCII_APOSTROPHE, STOP_WORDS, WORD_LENGTH, isAsciiLetter, wordsOf } from './analysis.ts';
import { grown } from './growing.ts';

const FIRST_SLOTS = 1_024;

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
  /** By word. */
  #ends = new Uint32Array(FIRST_SLOTS);
  #hashes = new Uint32Array(FIRST_SLOTS);
  #isStopWord = new Uint8Array(FIRST_SLOTS);
  /** Open addressing by hash: one more than the number of a word, or 0. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /** Reads the words of a text into `read`; returns how many they are. */
  readText(text: string): number {
    const n = this.#readAscii(text);
    return n < 0 ? this.#readAny(text) : this.#leaveOutStopWords(n);
  }

  word(number: number): string {
    const start = number === 0 ? 0 : this.#ends[number - 1]!;
    return String.fromCharCode(...this.#letters.subarray(start, this.#ends[number]));
  }

  /** Reads all words of a text; -1 if it is not in ASCII. */
  #readAscii(text: string): number {
    let n = 0;
    let length = 0;
    let hash = 0;
    this.#makeRoom();
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : 0;
      if (unit >= 128) return -1;
      const letter = ASCII[unit]!;
      if (letter > ASCII_APOSTROPHE) {
        if (length === WORD_LENGTH) continue;
        this.#letters[this.#end + length++] = letter;
        hash = withLetter(hash, letter);
      } else if (length > 0 && !(letter === ASCII_APOSTROPHE && isAsciiLetter(text, at + 1))) {
        this.#take(n++, length, hash);
        length = hash = 0;
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
      this.#take(n, word.length, hash);
    }
    return words.length;
  }

  #leaveOutStopWords(n: number): number {
    let telling = 0;
    for (let i = 0; i < n; i++) if (!this.#isStopWord[this.read[i]!]) telling++;
    if (telling === n || telling === 0) return n;
    telling = 0;
    for (let i = 0; i < n; i++) if (!this.#isStopWord[this.read[i]!]) this.read[telling++] = this.read[i]!;
    return telling;
  }

  get #end(): number {
    return this.size === 0 ? 0 : this.#ends[this.size - 1]!;
  }

  #makeRoom(length = WORD_LENGTH): void {
    this.#letters = grown(this.#letters, this.#end + length);
  }

  /** Notes the number of the word that was written behind the others. */
  #take(n: number, length: number, hash: number): void {
    this.read = grown(this.read, n + 1);
    this.read[n] = this.#numberOf(length, spread(hash));
  }

  #numberOf(length: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (this.#hashes[number] === hash && this.#isWritten(number, length)) return number;
    }
    this.#slots[slot] = this.size + 1;
    return this.#add(length, hash);
  }

  /** Whether the word that was written behind the others is this one. */
  #isWritten(number: number, length: number): boolean {
    const start = number === 0 ? 0 : this.#ends[number - 1]!;
    if (this.#ends[number]! - start !== length) return false;
    const end = this.#end;
    for (let at = 0; at < length; at++) if (this.#letters[start + at] !== this.#letters[end + at]) return false;
    return true;
  }

  #add(length: number, hash: number): number {
    const number = this.size;
    const end = this.#end + length;
    this.#ends = grown(this.#ends, number + 1);
    this.#hashes = grown(this.#hashes, number + 1);
    this.#isStopWord = grown(this.#isStopWord, number + 1);
    this.#ends[number] = end;
    this.#hashes[number] = hash;
    this.size++;
    this.#isStopWord[number] = Number(STOP_WORDS.has(this.word(number)));
    this.#makeRoom();
    if (this.size * 2 > this.#slots.length) this.#enlarge();
    return number;
  }

  #enlarge(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.size; number++) {
      let slot = this.#hashes[number]! & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
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
