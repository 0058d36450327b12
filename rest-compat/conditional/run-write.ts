import type { Request } from 'express'
import type { Caller } from '../../src/auth/caller.ts'
import { AppError } from '../../src/lib/errors.ts'
import {
  assertMatch,
  dependsOnTag,
  digestOf,
  entityTag,
  isAny,
  matchesNone,
  preconditionFailed,
} from '../../src/lib/http/entity-tag.ts'
import { utf8Of } from '../../src/lib/text/utf8.ts'
import type { Route } from '../endpoint.ts'
import type {
  Execute,
  Gateway,
  GatewayTransaction,
  RequestSource,
} from '../../src/graphql/execution/gateway.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { assertSucceeded } from '../../src/lib/graphql-client/payload.ts'
import { isConditional, type ObjectRead } from './object-read.ts'

type Write = {
  route: Route
  gateway: Gateway
  /** Null if the object has no read. */
  objectRead: ObjectRead | null
  request: Request
  caller: Caller
  source: RequestSource
}

/**
 * Runs the operation of a route. A write may depend on the tag of its object (RFC 9110 section 13.1). The
 * comparison and the write are then one transaction, which locks the object first. An object has changed when
 * its read returns other bytes. An unknown object is left to the write, whose error takes precedence (RFC 9110
 * section 13.2.1).
 * @throws AppError PRECONDITION_FAILED, or as `run`
 */
export function runWrite<Result>(write: Write, run: (execute: Execute) => Promise<Result>): Promise<Result> {
  const { route, gateway, objectRead, caller, request } = write
  const { 'if-match': match, 'if-none-match': none } = request.headers
  if (!isConditional(route) || !dependsOnTag(request.headers)) return run(gateway.execute)
  if (!objectRead) {
    // Nothing at this address has a tag.
    if ((match !== undefined && !isAny(match)) || (none !== undefined && isAny(none)))
      return Promise.reject(preconditionFailed())
    return run(gateway.execute)
  }
  return gateway.inTransaction(caller, async (transaction) => {
    const body = await currentBody({ ...write, objectRead }, transaction)
    if (body !== null) {
      const tags = readersOf(caller).map((reader) =>
        tagOfObject({ gateway, objectRead, request, caller: reader }, body),
      )
      assertMatch(match, tags)
      if (tags.some((tag) => matchesNone(none, tag))) throw preconditionFailed()
    }
    return run(transaction.execute)
  })
}

/**
 * Returns the callers whose tags of the object's bytes are conditions of the write. Reads need an API key alone,
 * and many writes a user token beside it.
 */
const readersOf = (caller: Caller): Caller[] =>
  caller.authority === 'key' && caller.authenticated
    ? [caller, { ...caller, authenticated: false }]
    : [caller]

/** Locks an object and returns the body of its read. Null if the caller cannot read it. */
async function currentBody(
  { objectRead, request, caller, source }: Write & { objectRead: ObjectRead },
  transaction: GatewayTransaction,
): Promise<Buffer | null> {
  const { endpoint, object } = objectRead
  const input = readInput(objectRead, request)
  try {
    await transaction.lock(object, databaseId(String(input.id)))
    // The write's own scope includes the object that it returns.
    const data = await transaction.execute(
      endpoint.document,
      endpoint.variables(input, caller),
      { ...caller, scopes: null },
      source,
    )
    assertSucceeded(data, object)
    return utf8Of(JSON.stringify(endpoint.present(data, input)))
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/**
 * Returns the tag of an object at the path of a write, which is made of the bytes alone. Parameters of the write are
 * not part of its address.
 */
export function tagOfObject(
  {
    gateway,
    objectRead,
    request,
    caller,
  }: Pick<Write, 'gateway' | 'request' | 'caller'> & { objectRead: ObjectRead },
  body: Buffer,
): string {
  const [url = ''] = request.originalUrl.split('?', 1)
  const resource = { origin: gateway.originOf(request), url, input: readInput(objectRead, request) }
  return entityTag(null, gateway.tags.ofContent(caller, digestOf(resource, null, body)))
}

const readInput = ({ read }: ObjectRead, { params, headers }: Request) =>
  read({ path: params, query: {}, headers, body: {} })
