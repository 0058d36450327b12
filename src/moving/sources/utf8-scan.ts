/**
 * Searches bytes for UTF-8 sequences and for other bytes above 127, and counts rows. A row ends at a line
 * end outside of quotes. The first row is 1.
 */
export class Utf8Scan {
  #row = 1
  #isQuoted = false
  #missing = 0
  #low = 0x80
  #high = 0xbf
  #firstSequence: number | null = null
  #firstOther: number | null = null

  add(bytes: Uint8Array): void {
    for (const byte of bytes) this.#next(byte)
  }

  /** Rows of the first sequence and of the first other byte. Null if there is none. */
  end(): { firstSequence: number | null; firstOther: number | null } {
    if (this.#missing > 0) this.#firstOther ??= this.#row
    return { firstSequence: this.#firstSequence, firstOther: this.#firstOther }
  }

  #next(byte: number): void {
    if (this.#missing > 0) {
      if (byte >= this.#low && byte <= this.#high) {
        this.#low = 0x80
        this.#high = 0xbf
        this.#missing -= 1
        if (this.#missing === 0) this.#firstSequence ??= this.#row
        return
      }
      this.#missing = 0
      this.#firstOther ??= this.#row
    }
    if (byte === 0x22) this.#isQuoted = !this.#isQuoted
    else if (byte === 0x0a && !this.#isQuoted) this.#row += 1
    else if (byte >= 0x80) this.#start(byte)
  }

  /** Starts a sequence of RFC 3629 section 4. */
  #start(byte: number): void {
    this.#missing =
      byte >= 0xf0 && byte <= 0xf4 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0
    this.#low = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    this.#high = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    if (this.#missing === 0) this.#firstOther ??= this.#row
  }
}
