import type { Client } from 'urql'
import { entryOf, type Target } from './fields.ts'
import { IMPORT_CUSTOMERS } from './import-document.ts'
import type { ImportFile } from './read-file.ts'

/** Rows of a request, and so of a step of the progress. */
const BATCH = 250

/**
 * A row that was not stored. `row` is its number in the file, where the headings are row 1 and empty lines do not
 * count.
 */
export type Refused = { row: number; cells: readonly string[]; reason: string }

/** `paused` also after a request that failed: its rows are sent again, which changes nothing twice. */
export type ImportState = {
  phase: 'running' | 'paused' | 'done'
  done: number
  total: number
  refused: readonly Refused[]
  problem: string | null
  /** Milliseconds of requests so far, for the time that is left. */
  spentMs: number
}

type Source = {
  client: Client
  file: ImportFile
  targets: readonly Target[]
  unclear: (part: Unclear) => string
}
type Unclear = { heading: string; text: string }

/** An import of the rows of a file, batch by batch. It can be paused between two batches. */
export class RunningImport {
  readonly #source: Source
  readonly #listeners = new Set<() => void>()
  #state: ImportState
  #isWorking = false

  constructor(source: Source) {
    this.#source = source
    const total = source.file.rows.length
    this.#state = { phase: 'paused', done: 0, total, refused: [], problem: null, spentMs: 0 }
  }

  readonly state = (): ImportState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends after the batch that is sent. */
  readonly pause = (): void => {
    if (this.#state.phase === 'running') this.#set({ phase: 'paused' })
  }

  /** Starts, or continues at the first row that was not sent. */
  readonly start = async (): Promise<void> => {
    if (this.#state.phase === 'done') return
    this.#set({ phase: 'running', problem: null })
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#state.phase === 'running') await this.#sendBatch()
    this.#isWorking = false
  }

  async #sendBatch(): Promise<void> {
    const { done, total, refused, spentMs } = this.#state
    const { client, file, targets, unclear } = this.#source
    const from = performance.now()
    const read = file.rows.slice(done, done + BATCH).map((cells, index) => {
      const { entry, unclear: part } = entryOf(cells, file.headings, targets)
      return { row: done + index + 2, cells, entry, reason: part && unclear(part) }
    })
    const sent = read.filter(({ reason }) => reason === null)
    const entries = sent.map(({ entry }) => entry)
    const { data, error } =
      entries.length === 0 ? {} : await client.mutation(IMPORT_CUSTOMERS, { entries }).toPromise()
    const problem = error?.message ?? data?.importCustomers?.errors[0]?.message ?? null
    if (problem !== null) return this.#set({ phase: 'paused', problem })
    const failures = data?.importCustomers?.failures ?? []
    const reasons = new Map(failures.map(({ index, problems }) => [sent[index]?.row, wordsOf(problems)]))
    const failed = read.flatMap(({ row, cells, reason }) => {
      const words = reason ?? reasons.get(row)
      return words === undefined ? [] : [{ row, cells, reason: words }]
    })
    const next = Math.min(done + BATCH, total)
    this.#set({
      done: next,
      refused: [...refused, ...failed],
      spentMs: spentMs + performance.now() - from,
      ...(next === total && { phase: 'done' }),
    })
  }

  #set(part: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}

type Problem = { field: readonly string[] | null; message: string; problem: string | null }

/** Reasons in one line, such as "email is not valid". */
const wordsOf = (problems: readonly Problem[]): string =>
  problems
    .map(({ field, message, problem }) =>
      problem === null ? message : `${field?.at(-1) ?? ''} ${problem}`.trim(),
    )
    .join('; ')
