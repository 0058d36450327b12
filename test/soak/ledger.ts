import { createWriteStream } from 'node:fs'

/** What must never happen. */
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
  | 'two bodies'
  | 'bad signature'
  | 'stream gap'
  | 'stream repetition'
  | 'process ended'
  | 'not ready'
  | 'not drained'
  | 'memory'

/** How often something happened that must not, and its first occurrences. */
export type Breach = { count: number; examples: string[] }

export type Ledger = {
  /** Appends an entry with the time to the file of evidence. */
  write(entry: object): void
  /** Notes a breach of an invariant. */
  breach(kind: BreachKind, detail: string): void
  readonly breaches: ReadonlyMap<BreachKind, Breach>
  /** Resolves once everything is in the file. */
  close(): Promise<void>
}

const EXAMPLES = 8

/** The record outside of the service: what was asked for, answered and received, as JSON lines in a file. */
export function openLedger(path: string): Ledger {
  const file = createWriteStream(path)
  const breaches = new Map<BreachKind, Breach>()
  const write = (entry: object) => {
    // What an interrupted run still has to say comes after the end.
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
