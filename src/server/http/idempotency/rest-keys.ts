import type { Request, Response } from 'express'
import { parse, type GraphQLSchema } from 'graphql'
import type { Caller } from '../../../auth/caller.ts'
import type { Services } from '../../../graphql/context.ts'
import type { RunStored } from '../../../graphql/execution/run-stored.ts'
import { runOnce } from './run-once.ts'
import { keyRules } from './key-rules.ts'
import { markReplayed, requestKey } from './request-key.ts'

/** Creates the reader of the idempotency keys of REST requests, whose work `execute` runs. */
export function restKeys(schema: GraphQLSchema, services: Services, execute: RunStored) {
  return (request: Request, response: Response) => {
    const key = requestKey(request)
    if (!key) return null
    return {
      async runOnce(caller: Caller, source: string, work: (execute: RunStored) => Promise<string>) {
        const rules = keyRules({ schema, document: parse(source) }, caller)
        const { text, isReplayed } = await runOnce(services, { ...rules, ...key.ended() }, (own) =>
          work((document, variables, actor, from) => execute(document, variables, actor, from, own)),
        )
        if (isReplayed) markReplayed(response)
        return text
      },
    }
  }
}
