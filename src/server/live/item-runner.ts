import { randomUUID } from 'node:crypto'
import type { DocumentNode, ExecutionResult, GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import { isTooMuch } from '../../db/errors/is-too-much.ts'
import { isConnectionError } from '../../db/errors/connection-errors.ts'
import { createContext } from '../../graphql/context.ts'
import { executeForItem } from '../../graphql/execution/execute-for-item.ts'
import { retry } from '../../lib/concurrency/retry.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { toPayload, type Payload } from '../graphql/payload.ts'
import type { Share } from './retry-read.ts'

/** Operation and caller that run for each item. */
type SharedOperation = {
  document: DocumentNode
  operationName?: string | undefined
  variables: Record<string, unknown>
  caller: Caller
}

/** Runs an operation for an item. `eventId` is the id after which to resume. Never throws. */
export type RunItem = (item: unknown, eventId?: string) => Promise<Payload>

const RETRY_DELAY_MS = 500
/** Result for a group that has ended. It is not sent. */
const NOTHING: ExecutionResult = {}
/** Maximum number of tries of an item that times out while the database serves others. */
const MAX_SLOW_TRIES = 3

/** Carries a result with an error that may not occur again. */
class PassingFailure extends Error {
  readonly result: ExecutionResult
  readonly reason: GraphQLError

  constructor(result: ExecutionResult, reason: GraphQLError) {
    super(reason.message)
    this.result = result
    this.reason = reason
  }
}

/**
 * Creates the runner of one operation, which masks errors. While the database is unreachable it retries,
 * because an item answered with that error would be lost. `isOver` ends the retries. An item that times out
 * while the database serves others is tried three times. Each try takes a turn and releases it before the
 * pause.
 */
export function createItemRunner(
  { schema, services, maskError, withRequestId }: GraphqlEngine,
  { document, caller, variables, operationName = '' }: SharedOperation,
  { isOver, turn }: { isOver: () => boolean; turn: Share },
): RunItem {
  const options = { variables, ...(operationName && { operationName }) }
  const run = async (item: unknown, requestId: string): Promise<ExecutionResult> => {
    const result = await turn(async () => {
      if (isOver()) return NOTHING
      const context = createContext(services, caller, { requestId, address: '' })
      return executeForItem(schema, document, item, context, options)
    })
    const passing = result.errors?.find(isPassing)
    if (passing) throw new PassingFailure(result, passing)
    return result
  }
  const runPersistently = (item: unknown, requestId: string): Promise<ExecutionResult> => {
    let slow = 0
    const isRetryable = async (error: unknown) => {
      if (!(error instanceof PassingFailure) || isOver()) return false
      return !(await isTooMuch(services.db, error.reason)) || ++slow < MAX_SLOW_TRIES
    }
    return retry(() => run(item, requestId), { delayMs: RETRY_DELAY_MS, isRetryable }).catch(resultOf)
  }
  return (item, eventId) => {
    const requestId = randomUUID()
    return withRequestId(requestId, async () => {
      try {
        const result = await runPersistently(item, requestId)
        return toPayload(
          { ...result, ...(result.errors && { errors: result.errors.map(maskError) }) },
          eventId,
        )
      } catch (error) {
        return toPayload({ errors: [maskError(error)] }, eventId)
      }
    })
  }
}

/** Returns the result of the last try. @throws the error itself if it is another one */
function resultOf(error: unknown): ExecutionResult {
  if (error instanceof PassingFailure) return error.result
  throw error
}

const isPassing = ({ originalError }: GraphQLError) => isConnectionError(originalError)
