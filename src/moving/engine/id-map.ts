import { keyHash } from '../key-set.ts'

const INITIAL_SLOTS = 1 << 10
/** Words of a slot: 64 bits of the key's hash, and the number. */
const WORDS = 3

/** A table grows when more than three quarters of its slots are taken. */
const MAX_LOAD = 0.75

/**
 * A map from texts to numbers other than 0 that stores 64 bits of each text, so that a million take 25 MB. Two
 * texts are taken for one with a probability of 1 in 10⁷ for a million.
 */
export class IdMap {
  #slots = new Int32Array(INITIAL_SLOTS * WORDS)
  #size = 0
  readonly #most: number

  /** A key after `most` others is not stored. */
  constructor(most = Infinity) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  clear(): void {
    this.#slots = new Int32Array(INITIAL_SLOTS * WORDS)
    this.#size = 0
  }

  set(key: string, value: number): void {
    if (this.#size >= this.#most) return
    const [low, high] = halvesOf(key)
    if (insert(this.#slots, low, high, value)) this.#size += 1
    if (this.#size > (this.#slots.length / WORDS) * MAX_LOAD) this.#grow()
  }

  get(key: string): number | undefined {
    const [low, high] = halvesOf(key)
    return this.#slots[find(this.#slots, low, high) + 2] || undefined
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2)
    for (let index = 0; index < this.#slots.length; index += WORDS) {
      const [low = 0, high = 0, value = 0] = this.#slots.subarray(index, index + WORDS)
      if (value !== 0) insert(larger, low, high, value)
    }
    this.#slots = larger
  }
}

/** Returns whether the key is new. */
function insert(slots: Int32Array, low: number, high: number, value: number): boolean {
  const index = find(slots, low, high)
  const isNew = slots[index + 2] === 0
  slots[index] = low
  slots[index + 1] = high
  slots[index + 2] = value
  return isNew
}

/** Index of a hash, or of the empty slot where it belongs. */
function find(slots: Int32Array, low: number, high: number): number {
  const mask = slots.length / WORDS - 1
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const index = slot * WORDS
    if (slots[index + 2] === 0 || (slots[index] === low && slots[index + 1] === high)) return index
  }
}

/** The two halves of a key's hash as the words of a slot. */
function halvesOf(key: string): [low: number, high: number] {
  const [low, high] = keyHash(key)
  return [low | 0, high | 0]
}
