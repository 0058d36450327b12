import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** The statement that limits the time of a search, after which it is repeated with a bound. */
const LIMIT = /^set local statement_timeout = \d+$/
const NO_LIMIT = 'set local statement_timeout = 0'

/** Lets the searches of a file take any time, so that a busy machine repeats none of them with a bound. */
export function keepSearches(): void {
  const { prototype } = pg.Client
  const query = Reflect.get(prototype, 'query') as (...args: unknown[]) => unknown
  beforeAll(() => {
    function unlimited(this: pg.Client, first: unknown, ...rest: unknown[]): unknown {
      const isLimit = typeof first === 'string' && LIMIT.test(first)
      return query.call(this, isLimit ? NO_LIMIT : first, ...rest)
    }
    prototype.query = unlimited as typeof prototype.query
  })
  afterAll(() => {
    prototype.query = query as typeof prototype.query
  })
}
