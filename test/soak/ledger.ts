import { createWriteStream } from 'node:fs'

/** Kinds of violated invariants. */
export type BreachKind =
  | 'lost'
  | 'invented'
  | 'half done'
  | 'inconsistent'
  | 'stale read'
  | 'wrong status'
  | 'token'
  | 'late'
  | 'webhook lost'
  | 'webhook invented'
  | 'mail lost'
  | 'mail invented'
  | 'two bodies'
  | 'bad signature'
  | 'stream gap'
  | 'stream repetition'
  | 'process ended'
  | 'not ready'
  | 'not drained'
  | 'memory'

/** The number of violations of one kind, and the first of them. */
export type Breach = { count: number; examples: string[] }

export type Ledger = {
  /** Appends an entry with a timestamp to the file. */
  write(entry: object): void
  /** Records the violation of an invariant. */
  breach(kind: BreachKind, detail: string): void
  readonly breaches: ReadonlyMap<BreachKind, Breach>
  /** Resolves once everything is written to the file. */
  close(): Promise<void>
}

const EXAMPLES = 8

/**
 * Opens the record outside of the service: requests, responses and received messages, as JSON lines in a
 * file.
 */
export function openLedger(path: string): Ledger {
  const file = createWriteStream(path)
  const breaches = new Map<BreachKind, Breach>()
  const write = (entry: object) => {
    // Entries that an interrupted run writes after the end are dropped.
    if (!file.writableEnded) file.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
  }
  return {
    write,
    breach(kind, detail) {
      const breach = breaches.get(kind) ?? { count: 0, examples: [] }
      breach.count++
      if (breach.examples.length < EXAMPLES) breach.examples.push(detail)
      breaches.set(kind, breach)
      write({ breach: kind, detail })
    },
    breaches,
    close: () => new Promise((resolve) => file.end(resolve)),
  }
}
