import pg from 'pg'
import { BEGIN, BeginningQuery } from './beginning-query.ts'

type Callback = (error: Error | null, result: unknown) => void

/** Statements that end a transaction. */
const ENDINGS = new Set<unknown>(['commit', 'rollback'])
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
   * Runs the begin of a transaction, which is sent with its first statement, and the end of one that has sent none.
   * The first transaction of a connection prepares the begin. Returns null for a statement that must be sent
   * alone. Without `canBeNamed` that is also the begin.
   */
  protected runUnsent(text: unknown, canBeNamed: boolean): Promise<unknown> | null {
    if (text === 'begin' && canBeNamed) return this.#begin()
    const isUnsent = this.#isBeginDue && ENDINGS.has(text)
    if (!isUnsent) return null
    this.#isBeginDue = false
    return Promise.resolve(NOTHING)
  }

  /** Returns the statement to send once instead of one that has failed, or null. */
  protected afterError(_error: Error, _failed: unknown): unknown {
    return null
  }

  async #begin(): Promise<unknown> {
    if (this.#canBegin) {
      this.#isBeginDue = true
      return NOTHING
    }
    const result = await (this.query(BEGIN) as Promise<unknown>)
    this.#canBegin = true
    return result
  }

  #send(...args: unknown[]): never {
    return (super.query as (...parts: unknown[]) => never).apply(this, args)
  }
}
