import { makeServer, type Server } from 'graphql-ws'
import { ANONYMOUS } from '../../../auth/caller.ts'
import { identify } from '../../../auth/identify.ts'
import { payerOf } from '../../../auth/rate-limit/payer.ts'
import { AppError } from '../../../lib/errors.ts'
import { boundedJson } from '../../../lib/text/json-bounds.ts'
import { chargeCaller } from '../../graphql/charge-operation.ts'
import { formatError } from '../../graphql/send-response.ts'
import { toAppError } from '../../graphql/to-app-error.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import { BAD_MESSAGE, closeFrameFor, type CloseFrame } from '../close-codes.ts'
import { RequestError } from '../../graphql/request-error.ts'
import { startSocketOperation, type StartedOperation } from './socket-operation.ts'
import { credentialsOfSocket } from './socket-params.ts'
import type { Socket } from './socket.ts'
import type { Subscriptions } from '../subscriptions.ts'

/**
 * Serves the protocol graphql-transport-ws. Connections are authenticated. Operations have the rules and
 * limits of requests.
 */
export function socketProtocol(graphql: GraphqlEngine, subscriptions: Subscriptions): Server<Socket> {
  const run = (args: unknown) => (args as StartedOperation).run()
  return makeServer<Record<string, unknown>, Socket>({
    connectionInitWaitTimeout: graphql.limits.socketInitTimeout,
    async onConnect({ connectionParams, extra: socket }) {
      const credentials = credentialsOfSocket(connectionParams, socket.request, graphql.browserSessions)
      const caller = await identify(graphql.services, credentials).catch(async (error: unknown) => {
        await chargeCaller(graphql, payerOf(ANONYMOUS, socket.address))
        throw error
      })
      if (caller !== ANONYMOUS) socket.authenticate()
      socket.credentials = credentials
      socket.rate.begin()
    },
    async onSubscribe({ extra: socket }, id, payload) {
      try {
        return await startSocketOperation(graphql, subscriptions, socket, id, payload)
      } catch (error) {
        return error instanceof RequestError ? error.errors : [graphql.maskError(error)]
      }
    },
    execute: run,
    subscribe: run as never,
    onNext: (_socket, _id, _payload, _args, { errors, data, extensions }) =>
      errors && {
        ...(data !== undefined && { data }),
        ...(extensions && { extensions }),
        errors: errors.map(formatError),
      },
    onError: (_socket, _id, _payload, errors) =>
      errors
        .flatMap((error) =>
          error.originalError instanceof RequestError ? error.originalError.errors : [error],
        )
        .map(formatError),
  })
}

const MESSAGE_BOUNDS = { levels: 100, values: Infinity }

/**
 * Returns a message for the protocol library, parsed if it is a JSON object. The library keeps it until its
 * operation ends. Parts that are no longer needed can be removed from a parsed message. Other messages stay
 * text, which the library rejects.
 */
export function messageOf(data: Buffer): string {
  const message = boundedJson(data, MESSAGE_BOUNDS)
  return typeof message === 'object' && message !== null ? (message as unknown as string) : data.toString()
}

/** Returns the close code for an error during the handling of a message. */
export function closingAfter(error: unknown, { log }: GraphqlEngine, { requestId }: Socket): CloseFrame {
  if (error instanceof Error && error.message.startsWith('Unexpected message')) return BAD_MESSAGE
  if (error instanceof AppError) return closeFrameFor(error)
  return closeFrameFor(
    toAppError(error, (unexpected) => log.error({ err: unexpected, requestId }, 'socket failed')),
  )
}
