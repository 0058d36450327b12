import pg from 'pg'
import { BEGIN, BeginningQuery } from './beginning-query.ts'

type Callback = (error: Error | null, result: unknown) => void

/** Result of a statement that is not sent. */
const NOTHING = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

/**
 * A client that settles its promises from callbacks. With the promises of `pg`, V8's minor collections of garbage keep
 * the rows of all earlier statements, and each major collection has to free them.
 */
export class CallbackClient extends pg.Client {
  #canBegin = false
  #isBeginDue = false

  // pg declares a dozen overloads. All of them call this method.
  override query(...args: unknown[]): never {
    const [first, values] = args
    const isSubmittable = typeof (first as { submit?: unknown } | undefined)?.submit === 'function'
    if (isSubmittable || typeof args.at(-1) === 'function') return this.#send(...args)
    return new Promise((resolve, reject) => {
      const isBeginning = this.#isBeginDue
      const send = (statement: unknown, callback: Callback) => {
        if (!isBeginning) return this.#send(statement, values, callback)
        this.#isBeginDue = false
        this.#send(new BeginningQuery(statement, values, callback))
      }
      send(first, (error, result) => {
        if (!error) return resolve(result)
        const other = this.afterError(error, first)
        // The server has aborted the transaction that the statement has begun.
        if (other === null || isBeginning) return reject(error)
        send(other, (again, second) => (again ? reject(again) : resolve(second)))
      })
    }) as never
  }

  /**
   * Begins a transaction. The first transaction of a connection prepares the statement for it, and those after it are
   * begun with their first statement, which saves a round trip.
   */
  protected async begin(): Promise<unknown> {
    if (this.#canBegin) {
      this.#isBeginDue = true
      return NOTHING
    }
    const result: unknown = await this.query(BEGIN)
    this.#canBegin = true
    return result
  }

  /** Ends a transaction that has sent no statement. Returns its result, or null for any other one. */
  protected endUnsent(): Promise<unknown> | null {
    if (!this.#isBeginDue) return null
    this.#isBeginDue = false
    return Promise.resolve(NOTHING)
  }

  /** Returns the statement to send once instead of one that has failed, or null. */
  protected afterError(_error: Error, _failed: unknown): unknown {
    return null
  }

  #send(...args: unknown[]): never {
    return (super.query as (...parts: unknown[]) => never).apply(this, args)
  }
}
