import type { DocumentNode, ExecutionResult, GraphQLError } from 'graphql'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../auth/caller.ts'
import { isUnreachable } from '../../db/is-unreachable.ts'
import { createContext } from '../../graphql/context.ts'
import { runOnItem } from '../../graphql/run-on-item.ts'
import { uuid } from '../../lib/ids.ts'
import type { Graphql } from '../graphql/yoga.ts'
import { payloadOf, type Payload } from '../graphql/payload.ts'

/** What is run for each item, and as whom. */
export type SharedOperation = {
  document: DocumentNode
  operationName?: string
  variables: Record<string, unknown>
  caller: Caller
}

/** Runs an operation for an item; `eventId` is what a reader resumes after. Never throws. */
export type Run = (item: unknown, eventId?: string) => Promise<Payload>

const AGAIN_MS = 500

/**
 * Makes a runner of one operation, errors masked as everywhere. While the database cannot be reached it waits and tries
 * again, for an item that was answered with that would be lost; `isOver` ends the waiting.
 */
export function createRunner(
  { schema, services, mask, within }: Graphql,
  { document, caller, ...options }: SharedOperation,
  isOver: () => boolean,
): Run {
  const once = async (item: unknown, requestId: string): Promise<ExecutionResult> => {
    const context = createContext(services, caller, { requestId, address: '' })
    const result = await runOnItem(schema, document, item, context, options)
    if (!result.errors?.some(isPassing) || isOver()) return result
    await sleep(AGAIN_MS)
    return once(item, requestId)
  }
  return (item, eventId) => {
    const requestId = uuid()
    return within(requestId, async () => {
      try {
        const result = await once(item, requestId)
        return payloadOf({ ...result, errors: result.errors?.map(mask) }, eventId)
      } catch (error) {
        return payloadOf({ errors: [mask(error)] }, eventId)
      }
    })
  }
}

const isPassing = ({ originalError }: GraphQLError) => isUnreachable(originalError)
