/** A request to an API, without its key. `path` is relative to the address of the source. */
export type FetchRequest = {
  method: 'GET' | 'POST'
  path: string
  query?: Readonly<Record<string, string | readonly string[]>>
  body?: Readonly<Record<string, unknown>>
}

/** An answer with lower-case names of headers. `json` is undefined if the body is no JSON. */
export type FetchAnswer = { status: number; headers: Readonly<Record<string, string>>; json: unknown }

/** Sends one request once, and rejects for a lost connection. It adds the key. */
export type Send = (request: FetchRequest) => Promise<FetchAnswer>

/** An answer that is stored under a name by which a reader finds its list. */
export type StoredAnswer = { name: string; json: unknown }

/** A list that the fetcher could not get as a whole, for the plan. */
export type FetchReport = { what: string; reason: string }

/**
 * The end of a fetch. `paused` can be resumed later. `failed` needs another key or address. The message contains
 * neither the key nor a body.
 */
export class FetchFailure extends Error {
  readonly outcome: 'paused' | 'failed'

  constructor(outcome: FetchFailure['outcome'], message: string) {
    super(message)
    this.name = 'FetchFailure'
    this.outcome = outcome
  }
}

/** Maximum number of rows of an answer. Requests ask for 100. */
const MAX_ROWS = 10_000

/**
 * The rows of an answer under the first of the given keys, or of an answer that is a list. Null without a list.
 * @throws FetchFailure for more rows than a page has
 */
export function rowsOf(json: unknown, ...keys: string[]): Record<string, unknown>[] | null {
  const lists = [json, ...keys.map((key) => (json as Record<string, unknown> | null)?.[key])]
  const list = lists.find((one) => Array.isArray(one)) as unknown[] | undefined
  if (list && list.length > MAX_ROWS)
    throw new FetchFailure('failed', `An answer of the source has more than ${MAX_ROWS} rows.`)
  return list
    ? list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    : null
}

/** The id of a row as a text, or ''. */
export const rowId = (row: Readonly<Record<string, unknown>>): string =>
  typeof row['id'] === 'string' || typeof row['id'] === 'number' ? String(row['id']) : ''
