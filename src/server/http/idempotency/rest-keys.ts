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
  const keyOf = textKeys(schema, services, execute)
  return (request: Request, response: Response) => {
    const key = requestKey(request)
    return (
      key &&
      keyOf(
        () => key.ended(),
        () => markReplayed(response),
      )
    )
  }
}

type EndedKey = { key: string; fingerprint: Buffer }

/**
 * Creates the function that returns the key of a request, whose work `execute` runs. `ended` is called after its
 * body.
 */
export function textKeys(schema: GraphQLSchema, services: Services, execute: RunStored) {
  return (ended: () => EndedKey, onReplay: () => void = () => {}) => ({
    async runOnce(caller: Caller, source: string, work: (execute: RunStored) => Promise<string>) {
      const rules = keyRules({ schema, document: parse(source) }, caller)
      const { text, isReplayed } = await runOnce(services, { ...rules, ...ended() }, (own) =>
        work((document, variables, actor, from) => execute(document, variables, actor, from, own)),
      )
      if (isReplayed) onReplay()
      return text
    },
  })
}
