import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Deadlines of database work, in milliseconds. */
export type Deadlines = {
  /** From the request for a connection to the response to the last statement on it. */
  requestMs: number
  /** For each statement of bulk work. */
  bulkMs: number
}

const REQUEST_MS = 8_000
const LEAST_BULK_MS = 120_000
const BULK_FACTOR = 15

const bulk = new AsyncLocalStorage<true>()

/**
 * Returns the deadlines for a request deadline of `requestMs`, 8 seconds by default. A statement of bulk work
 * has at least two minutes.
 */
export function deadlinesOf(requestMs = REQUEST_MS): Deadlines {
  return { requestMs, bulkMs: Math.max(LEAST_BULK_MS, requestMs * BULK_FACTOR) }
}

/**
 * Runs `work` and all work it starts with the deadline of bulk work (imports, seeds, changes of partitions).
 */
export function asBulk<T>(work: () => Promise<T>): Promise<T> {
  return bulk.run(true, work)
}

/** Whether the caller runs within `asBulk`. */
export function isBulk(): boolean {
  return bulk.getStore() === true
}

/**
 * PostgreSQL has not responded in time. The outcome of the statement is unknown. Has the fields of a socket
 * timeout, by which libraries such as Prisma's adapter recognize it.
 */
export class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'
  readonly errno = -110
  readonly syscall = 'read'

  constructor(milliseconds: number) {
    super(`The database did not answer within ${Math.round(milliseconds)} ms`)
    this.name = 'DatabaseTimeout'
  }
}

/**
 * Ends the reads of an operation that was rejected or whose client has disconnected. No caller receives it.
 */
export class OperationCanceled extends Error {
  readonly code = 'ETIMEDOUT'
  readonly errno = -110
  readonly syscall = 'read'

  constructor() {
    super('The operation was canceled')
    this.name = 'OperationCanceled'
  }
}

/** Message of pg-pool when no connection becomes free in time. It identifies the error. */
export const CONNECT_TIMEOUT = 'timeout exceeded when trying to connect'

/** Whether an error is a timeout of the database. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === 'ETIMEDOUT' || message?.startsWith(CONNECT_TIMEOUT) === true
}

/**
 * Destroys a connection at once, even if the server does not respond. Running statements fail with `error`.
 */
export function destroyConnection(client: pg.ClientBase, error?: Error): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error?: Error): void } } }
  connection.stream.destroy(error)
}

/** Returns the result of `asked` if it settles within `milliseconds`. @throws DatabaseTimeout */
export async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout(milliseconds)), milliseconds)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
