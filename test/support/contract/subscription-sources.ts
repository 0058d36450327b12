import { createSourceEventStream, parse, validate, type ExecutionResult } from 'graphql'
import { readCredentials } from '../../../src/auth/credentials.ts'
import { identify } from '../../../src/auth/identify.ts'
import { createContext, type Context } from '../../../src/graphql/context.ts'
import { executeForItem } from '../../../src/graphql/execution/execute-for-item.ts'
import { isSubscriptionSource, type SubscriptionSource } from '../../../src/graphql/subscription-source.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { schema } from '../../../src/schema.ts'
import type { TestApp } from '../app.ts'
import { readAll } from '../fixtures/log-events.ts'
import type { Refusal } from '../clients/operations.ts'
import type { Headers } from '../fixtures/scenario.ts'
import type { Json } from '../json.ts'

type Doors = Pick<TestApp, 'services'>
type RefusedSource = Refusal & { fields?: Record<string, string[]> | undefined }
export type OpenSource = {
  source: SubscriptionSource
  show: (item: unknown, headers?: Headers) => Promise<ExecutionResult>
  /** Waits until no recorded event is blocked. */
  settled: () => Promise<unknown>
}

/**
 * Starts a subscription in this process, without a transport. Returns its event source and a function that
 * executes the document for an item.
 */
export async function openSource(
  doors: Doors,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<OpenSource> {
  const opened = await trySource(doors, headers, query, variables)
  if ('code' in opened) throw new Error(`was rejected: ${JSON.stringify(opened)}`)
  return opened
}

/** Starts a subscription as `openSource` does, or returns its error. */
export async function trySource(
  doors: Doors,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<OpenSource | RefusedSource> {
  const document = parse(query)
  const [problem] = validate(schema, document)
  if (problem) throw problem
  const contextValue = await contextOf(doors, headers)
  const source = await createSourceEventStream({ schema, document, variableValues: variables, contextValue })
  if (isSubscriptionSource(source)) {
    const show = async (item: unknown, others = headers) =>
      executeForItem(schema, document, item, await contextOf(doors, others), { variables })
    return { source, show, settled: () => readAll(doors.services.db) }
  }
  const refusal = 'errors' in source ? source.errors?.[0]?.originalError : undefined
  if (!(refusal instanceof AppError))
    throw new Error('neither an event source nor an error', { cause: source })
  const { code, status, message, fields } = refusal
  return { code, status, message, fields }
}

/**
 * The items that a subscriber can replay once no event is blocked: the value of the root field for each item,
 * in order.
 */
export async function past({ source, show, settled }: OpenSource): Promise<Json[]> {
  if (!source.log) throw new Error('not an event log source')
  await settled()
  const shown: unknown[] = []
  for (let cursor = source.log.start, more = true; more;) {
    const read = await source.log.read(cursor)
    for (const item of read.items) {
      const { data, errors } = await show(item)
      if (errors) throw new Error('an item failed', { cause: errors[0] })
      shown.push(Object.values(data ?? {})[0])
    }
    ;({ position: cursor, more } = read)
  }
  return shown
}

async function contextOf({ services }: Doors, headers: Headers): Promise<Context> {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const caller = await identify(services, readCredentials({ headers: named }))
  return createContext(services, caller, { requestId: 'test', address: '127.0.0.1' })
}
