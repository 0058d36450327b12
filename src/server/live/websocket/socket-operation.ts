import { parse, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { Caller } from '../../../auth/caller.ts'
import { identify } from '../../../auth/identify.ts'
import { createContext } from '../../../graphql/context.ts'
import { AppError } from '../../../lib/errors.ts'
import { payerOf } from '../../../auth/rate-limit/payer.ts'
import { chargeCaller, chargeOperation, prepareCounted } from '../../graphql/charge-operation.ts'
import { validateParameters, forgetParameters, type RequestParameters } from '../../graphql/read-request.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import type { PreparedOperation } from '../../graphql/prepare-operation.ts'
import { RequestError } from '../../graphql/request-error.ts'
import type { Socket, SocketOperation } from './socket.ts'
import type { Sink } from '../subscription.ts'
import type { Subscriptions } from '../subscriptions.ts'

/** A startable operation of a socket, in the form of the protocol library. */
export type StartedOperation = ExecutionArgs & { run(): Promise<ExecutionResult> | AsyncIterable<never> }

/** Maximum number of operations per socket, and per unauthenticated socket. */
const MAX_OPERATIONS = 100
const MAX_ANONYMOUS_OPERATIONS = 10
/**
 * Maximum length of an operation's id, which is stored during the operation and sent in each of its messages.
 */
const MAX_ID = 255

/**
 * Starts an operation of a socket. Its caller is authenticated for each operation.
 * @throws RequestError, AppError
 */
export async function startSocketOperation(
  graphql: GraphqlEngine,
  subscriptions: Subscriptions,
  socket: Socket,
  id: string,
  parameters: RequestParameters,
): Promise<StartedOperation> {
  if (id.length > MAX_ID)
    throw new AppError('INVALID_PARAM', `The id of an operation can have at most ${MAX_ID} characters`)
  const most = socket.isAuthenticated() ? MAX_OPERATIONS : MAX_ANONYMOUS_OPERATIONS
  if (socket.operations.size >= most)
    throw new AppError('RATE_LIMITED', `A socket can have ${most} operations at a time`)
  const own: SocketOperation = { isShort: true, end: () => {} }
  socket.operations.add(own)
  try {
    validateParameters(parameters)
    const caller = await callerOf(graphql, socket)
    const payer = payerOf(caller, socket.address)
    const first = await chargeCaller(graphql, payer)
    const prepared = timed(socket, () => prepareCounted(graphql, parameters, caller, payer))
    const operation = await chargeOperation(graphql, prepared, payer, first)
    if (operation.kind === 'subscription') {
      forgetParameters(parameters)
      return lasting(graphql, await subscribe(subscriptions, socket, id, operation, caller, own))
    }
    const { document, operationName } = operation
    const args = { schema: graphql.schema, document, operationName }
    const { requestId, address } = socket
    const userAgent = socket.request.headers['user-agent'] ?? ''
    const context = createContext(graphql.services, caller, { requestId, address, userAgent })
    const run = async () => {
      await socket.sendQueue.drained()
      return operation.execute(context).finally(() => socket.operations.delete(own))
    }
    return { ...args, run }
  } catch (error) {
    socket.operations.delete(own)
    throw error
  }
}

/**
 * Value that the protocol library keeps during a subscription. Created here so that it references no part of
 * the operation.
 */
const lasting = ({ schema }: GraphqlEngine, source: AsyncIterable<never>): StartedOperation => ({
  schema,
  document: ANY_SUBSCRIPTION,
  run: () => source,
})

/** Document that the protocol library keeps for a subscription. It only reads the kind of operation. */
const ANY_SUBSCRIPTION = parse('subscription { results }')

/** Prepares an operation. The time counts in the limit of the socket. */
function timed({ rate }: Socket, prepare: () => PreparedOperation): PreparedOperation {
  const begun = performance.now()
  try {
    return prepare()
  } finally {
    rate.spend(performance.now() - begun)
  }
}

/** Authenticates the caller. An invalid credential closes the socket and rejects the operation. */
async function callerOf({ services }: GraphqlEngine, socket: Socket): Promise<Caller> {
  try {
    return await identify(services, socket.credentials)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) socket.dismiss()
    throw error
  }
}

/**
 * Returns an iterator that the protocol library waits for. Results bypass it and are shared between
 * subscribers.
 */
async function subscribe(
  subscriptions: Subscriptions,
  socket: Socket,
  id: string,
  operation: PreparedOperation,
  caller: Caller,
  own: SocketOperation,
): Promise<AsyncIterableIterator<never>> {
  const { credentials, requestId, address } = socket
  const over = Promise.withResolvers<IteratorReturnResult<undefined>>()
  const sink = sinkOf(socket, id, own, (error) => over.reject(error))
  const transport = 'websocket'
  const close = await subscriptions.open({
    operation,
    credentials,
    caller,
    transport,
    requestId,
    address,
    sink,
  })
  // The promise may be rejected before it is awaited.
  over.promise.catch(() => {})
  Object.assign(own, {
    isShort: false,
    end: () => {
      socket.operations.delete(own)
      close()
      over.resolve(DONE)
    },
  })
  if (!socket.isOpen()) own.end()
  return iteratorOf(over.promise, own)
}

/** Sends results in messages with the operation's id. */
function sinkOf(
  socket: Socket,
  id: string,
  own: SocketOperation,
  reject: (error: RequestError) => void,
): Sink {
  const { sendQueue } = socket
  const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  return {
    sendQueue,
    next: (payload) => sendQueue.send({ prefix, payload }, prefix.length + payload.bytes),
    end(errors, isGone) {
      socket.operations.delete(own)
      reject(new RequestError(errors))
      if (isGone || socket.operations.size === 0) socket.dismiss()
    },
  }
}

const DONE = { done: true, value: undefined } as const

/** An iterator without items that ends with a promise. */
function iteratorOf(
  over: Promise<IteratorReturnResult<undefined>>,
  own: SocketOperation,
): AsyncIterableIterator<never> {
  const source: AsyncIterableIterator<never> = {
    [Symbol.asyncIterator]: () => source,
    next: () => over,
    return: () => {
      own.end()
      return Promise.resolve(DONE)
    },
  }
  return source
}
