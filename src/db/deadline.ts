import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** How long work may take, in milliseconds. */
export type Deadlines = {
  /** From asking for a connection until the last statement on it is answered. */
  requestMs: number
  /** Each statement of bulk work. */
  bulkMs: number
}

const REQUEST_MS = 8_000
const LEAST_BULK_MS = 120_000
const BULK_FACTOR = 15

const bulk = new AsyncLocalStorage<true>()

/** The deadlines that follow from the one of a request, 8 seconds by default: bulk work has at least two minutes a statement. */
export function deadlinesOf(requestMs = REQUEST_MS): Deadlines {
  return { requestMs, bulkMs: Math.max(LEAST_BULK_MS, requestMs * BULK_FACTOR) }
}

/** Runs `work`, and all that it starts, with the deadline of bulk work: imports, seeds, changes of partitions. */
export function asBulk<T>(work: () => Promise<T>): Promise<T> {
  return bulk.run(true, work)
}

/** Whether the caller runs within `asBulk`. */
export function isBulk(): boolean {
  return bulk.getStore() === true
}

/**
 * PostgreSQL has not answered in time; whether it has done what it was asked for is unknown. The fields are those of a
 * timed out socket, by which libraries such as Prisma's adapter know it.
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

/** An operation reads nothing more, because it was refused or its client has left. Nobody receives this error. */
export class OperationCanceled extends Error {
  readonly code = 'ETIMEDOUT'
  readonly errno = -110
  readonly syscall = 'read'

  constructor() {
    super('The operation was canceled')
    this.name = 'OperationCanceled'
  }
}

/** The message of pg-pool when no connection becomes free in time, by which the error is known. */
export const CONNECT_TIMEOUT = 'timeout exceeded when trying to connect'

/** Whether an error says that waiting for the database took too long. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === 'ETIMEDOUT' || message?.startsWith(CONNECT_TIMEOUT) === true
}

/** Ends a connection at once, with a server that does not answer as well; running statements fail with `error`. */
export function destroyConnection(client: pg.ClientBase, error?: Error): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error?: Error): void } } }
  connection.stream.destroy(error)
}

/** The answer to `asked`, unless it takes longer than `milliseconds`. @throws DatabaseTimeout */
export async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout(milliseconds)), milliseconds)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
