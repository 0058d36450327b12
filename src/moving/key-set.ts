const INITIAL_SLOTS = 1 << 10

/** A table grows when more than three quarters of its slots are taken. */
const MAX_LOAD = 0.75

/**
 * A set of texts that stores 64 bits of each, so that a million take 16 MB. Two texts are taken for one with a
 * probability of 1 in 10⁷ for a million.
 */
export class KeySet {
  #slots = new Uint32Array(INITIAL_SLOTS * 2)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a text. Returns whether it is new. */
  add(key: string): boolean {
    const [low, high] = keyHash(key)
    if (!insert(this.#slots, low, high)) return false
    this.#size += 1
    if (this.#size > (this.#slots.length / 2) * MAX_LOAD) this.#grow()
    return true
  }

  has(key: string): boolean {
    const [low, high] = keyHash(key)
    const index = find(this.#slots, low, high)
    return this.#slots[index] !== 0 || this.#slots[index + 1] !== 0
  }

  #grow(): void {
    const larger = new Uint32Array(this.#slots.length * 2)
    for (let index = 0; index < this.#slots.length; index += 2) {
      const [low = 0, high = 0] = this.#slots.subarray(index, index + 2)
      if (low !== 0 || high !== 0) insert(larger, low, high)
    }
    this.#slots = larger
  }
}

function insert(slots: Uint32Array, low: number, high: number): boolean {
  const index = find(slots, low, high)
  if (slots[index] !== 0 || slots[index + 1] !== 0) return false
  slots[index] = low
  slots[index + 1] = high
  return true
}

/** Index of a hash, or of the empty slot where it belongs. */
function find(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length / 2 - 1
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const [one, other] = [slots[slot * 2], slots[slot * 2 + 1]]
    if ((one === low && other === high) || (one === 0 && other === 0)) return slot * 2
  }
}

/** Returns 64 bits of a text with cyrb53, of which both halves are used. They are never 0. */
export function keyHash(key: string): [low: number, high: number] {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [one >>> 0 || 1, other >>> 0]
}
