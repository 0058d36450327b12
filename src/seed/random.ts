import { createHash } from 'node:crypto'

/** A repeatable source of chance: the same seed gives the same run of values on every machine. */
export type Random = {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** Whether a thing of this probability (0 to 1) happens. */
  chance(probability: number): boolean
  /** One of the items, each as likely. @throws Error when there is none */
  pick<T>(items: readonly T[]): T
  /** A whole number of at least 1, long-tailed (Pareto): P(value ≥ k) = k^-exponent. */
  pareto(exponent: number): number
}

/** Chance (sfc32) that follows from what `seed` names: the same parts, the same values. */
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
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[Math.floor(next() * items.length)] as T
    },
    pareto: (exponent) => Math.floor((1 - next()) ** (-1 / exponent)),
  }
}
