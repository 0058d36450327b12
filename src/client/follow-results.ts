import type { Client } from 'graphql-ws/client'
import { EchologError, graphqlError } from './echolog-error.ts'
import type { LiveSocket } from './live-socket.ts'
import { backoff, pause } from './pause.ts'
import { readResults, type Ending, type LiveResult } from './read-results.ts'
import { failureOf } from './socket-failure.ts'

type Sources = {
  socket: () => LiveSocket
  endOfLog: (signal: AbortSignal) => Promise<string | null>
}

type Followed = {
  query: string
  variables: Record<string, unknown>
  after: string | null
  /** Whether the document declares `$after`. */
  isResumable: boolean
  signal: AbortSignal
  attempts?: number | undefined
  maxWaiting?: number | undefined
  onReconnect?: ((error: Error) => void) | undefined
}

/** The last event that was yielded, and the number of failures since a result. */
type Progress = { position: string | null; failures: number }

type Data = Record<string, unknown>

/** Maximum wait before a new connection, in milliseconds. */
const MAX_BACKOFF_MS = 30_000
/** A connection of this time in milliseconds was no failure. */
const STEADY_MS = 30_000

/**
 * Yields the data of a subscription over as many connections as it needs. A resumable one continues after the last
 * event that was yielded, and begins after the latest event of the log.
 * @throws EchologError, and the reason of the signal
 */
export async function* followResults(
  { socket, endOfLog }: Sources,
  followed: Followed,
): AsyncGenerator<Data, void, undefined> {
  const { isResumable, signal, attempts = 20, onReconnect } = followed
  const progress: Progress = { position: followed.after, failures: 0 }
  if (isResumable) progress.position ??= await endOfLog(signal)
  for (;;) {
    const live = socket()
    const openedAt = performance.now()
    let wasConnected = live.isConnected()
    const unlisten = live.client.on('connected', () => (wasConnected = true))
    try {
      if ((yield* dataOfConnection(live.client, followed, progress)) === 'completed') return
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      const { error, isPassing } = failureOf(thrown)
      progress.failures = performance.now() - openedAt >= STEADY_MS ? 1 : progress.failures + 1
      if (!isPassing || progress.failures >= attempts) throw error
      if (isResumable && progress.position === null && wasConnected) throw unknownPosition(error)
      onReconnect?.(error)
      await pause(backoff(progress.failures, MAX_BACKOFF_MS), signal)
    } finally {
      unlisten()
    }
  }
}

/** Yields the data of one connection, and returns why it ends. */
async function* dataOfConnection(
  client: Client,
  { query, variables, isResumable, signal, maxWaiting = 1_000 }: Followed,
  progress: Progress,
): AsyncGenerator<Data, Ending, undefined> {
  const own = isResumable ? { ...variables, after: progress.position } : variables
  const results = readResults(client, { query, variables: own }, { signal, maxWaiting })
  try {
    let step = await results.next()
    for (; !step.done; step = await results.next()) {
      const data = dataOfResult(step.value)
      if (isResumable) progress.position = eventIdOf(data)
      progress.failures = 0
      yield data
    }
    if (step.value === 'paused' && !isResumable) throw tooSlow(maxWaiting)
    return step.value
  } finally {
    await results.return('completed')
  }
}

/** @throws EchologError for a result with errors */
function dataOfResult({ data, errors }: LiveResult): Data {
  if (errors || !data) throw graphqlError(errors ?? [])
  return data
}

/** Returns the id of the event in a result, after which the subscription resumes. */
function eventIdOf(data: Data): string {
  const ids = Object.values(data).map((root) => (root as { id?: unknown } | null)?.id)
  const id = ids.find((each) => typeof each === 'string')
  if (id !== undefined) return id
  throw refused('The document declares `$after`, so it must select `id` of the event')
}

const tooSlow = (maxWaiting: number) =>
  refused(`More than ${maxWaiting} results wait for the reader, and the document does not declare \`$after\``)

const refused = (message: string) =>
  new EchologError({ status: 400, code: 'ERROR_CODE_INVALID_PARAM', message })

/** Without a position, events between two connections would be missing. */
const unknownPosition = (cause: EchologError) =>
  new EchologError({
    status: 400,
    code: 'ERROR_CODE_UNKNOWN_POSITION',
    message:
      'The connection was lost before the first event, and the latest event could not be read: read the state again, then subscribe',
    cause,
  })
