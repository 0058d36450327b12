import { createHash } from 'node:crypto'

/** A pseudorandom generator. The same seed produces the same sequence on every machine. */
export type Random = {
  /** Returns a number from 0, included, to 1, excluded. */
  next(): number
  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** Returns true with this probability (0 to 1). */
  chance(probability: number): boolean
  /** Picks an item with equal probability. @throws Error for an empty list */
  pick<T>(items: readonly T[]): T
  /** Returns an integer of at least 1 with a Pareto distribution: P(value ≥ k) = k^-exponent. */
  pareto(exponent: number): number
}

/** Creates a generator (sfc32) seeded with the parts of `seed`. */
export function randomOf(...seed: (string | number)[]): Random {
  const digest = createHash('sha256').update(seed.join('\0')).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = digest.readInt32LE(12)
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('the list to pick from is empty')
      return items[Math.floor(next() * items.length)] as T
    },
    pareto: (exponent) => Math.floor((1 - next()) ** (-1 / exponent)),
  }
}

/** Returns a time between two, the same for the same key. */
export function between(start: Date, end: Date, key: string): Date {
  const from = start.getTime()
  return new Date(Math.floor(from + Math.max(0, end.getTime() - from) * randomOf('between', key).next()))
}

/** Returns a time between `start` and `end` in milliseconds. Earlier times are more likely. */
export function earlyBetween(random: Random, start: Date, end: Date): number {
  return start.getTime() + Math.floor((end.getTime() - start.getTime()) * random.next() ** 2)
}
