import pg from 'pg'

type Callback = (error: Error | null, result: unknown) => void

/**
 * A client that settles its promises from callbacks. With the promises of `pg`, V8's minor collections of garbage keep
 * the rows of all earlier statements, and each major collection has to free them.
 */
export class CallbackClient extends pg.Client {
  // pg declares a dozen overloads. All of them call this method.
  override query(...args: unknown[]): never {
    const [first, values] = args
    const isSubmittable = typeof (first as { submit?: unknown } | undefined)?.submit === 'function'
    if (isSubmittable || typeof args.at(-1) === 'function') return this.#send(...args)
    return new Promise((resolve, reject) => {
      const send = (statement: unknown, callback: Callback) => this.#send(statement, values, callback)
      send(first, (error, result) => {
        if (!error) return resolve(result)
        const other = this.afterError(error, first)
        if (other === null) return reject(error)
        send(other, (again, second) => (again ? reject(again) : resolve(second)))
      })
    }) as never
  }

  /** Returns the statement to send once instead of one that has failed, or null. */
  protected afterError(_error: Error, _failed: unknown): unknown {
    return null
  }

  #send(...args: unknown[]): never {
    return (super.query as (...parts: unknown[]) => never).apply(this, args)
  }
}
