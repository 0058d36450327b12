import type { Response } from 'express'
import type { ExecutionResult } from 'graphql'
import type { Caller } from '../../../auth/caller.ts'
import { withServices, type Context } from '../../../graphql/context.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import type { PreparedOperation } from '../../graphql/prepare-operation.ts'
import { runOnce } from './run-once.ts'
import { keyRules } from './key-rules.ts'
import { markReplayed, type RequestKey } from './request-key.ts'

/** A mutation has a result that is not stored, so that nothing of it is committed. */
class NotStored extends Error {
  readonly result: ExecutionResult

  constructor(result: ExecutionResult) {
    super('the mutation changes nothing')
    this.result = result
  }
}

/**
 * Returns a mutation that runs once for its idempotency key. All its fields are one transaction. With errors beside
 * the payloads it changes nothing, its data is null, and the key remains unused. So does the key of a mutation without
 * a successful field and with an exceeded limit. Other operations change nothing and are returned unchanged.
 */
export function keyedOperation(
  { schema, services }: GraphqlEngine,
  operation: PreparedOperation,
  { key, caller, response }: { key: RequestKey | null; caller: Caller; response: Response },
): PreparedOperation {
  if (!key || operation.kind !== 'mutation') return operation
  return {
    ...operation,
    execute: async (context) => {
      const request = { ...keyRules({ schema, ...operation }, caller), ...key.ended() }
      const once = runOnce(services, request, async (own) => {
        const ownContext = withServices(context, own)
        const result = await operation.execute(ownContext)
        if (isFailed(result) || isPostponed(ownContext)) throw new NotStored(result)
        return JSON.stringify(result.data)
      })
      try {
        const { text, isReplayed } = await once
        if (isReplayed) markReplayed(response)
        return { data: JSON.parse(text) as Record<string, unknown> }
      } catch (error) {
        if (!(error instanceof NotStored)) throw error
        const { data, ...rest } = error.result
        if (!isFailed(error.result)) return error.result
        return data === undefined ? rest : { ...rest, data: null }
      }
    },
  }
}

const isFailed = ({ errors, data }: ExecutionResult) => (errors?.length ?? 0) > 0 || data == null

/** Whether no field has changed anything and one may succeed later. */
const isPostponed = ({ outcomes: { succeeded, exceeded } }: Context) => succeeded === 0 && exceeded > 0
