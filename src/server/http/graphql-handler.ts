import type express from 'express'
import type { RequestHandler } from 'express'
import type { Caller } from '../../auth/caller.ts'
import { rateLimitHeader } from '../../lib/http/rate-limit-headers.ts'
import { payerOf } from '../../auth/rate-limit/payer.ts'
import { chargeOperation, prepareCounted } from '../graphql/charge-operation.ts'
import { handleRequest, responseMediaType } from '../graphql/handle-request.ts'
import { rejectMethods } from '../../lib/http/reject-methods.ts'
import { sendErrors } from '../graphql/send-response.ts'
import { sendExplorer } from './explorer.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import {
  assertReadable,
  forgetParameters,
  readRequest,
  type RequestParameters,
} from '../graphql/read-request.ts'
import { RequestError } from '../graphql/request-error.ts'
import type { Streams } from '../live/sse/streams.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import type { ChargeRequest } from './charge-request.ts'
import type { Tags } from './conditional/tags.ts'
import { answerUnchanged } from './counted-query.ts'
import { keyedOperation } from './idempotency/keyed-operation.ts'
import { requestKey, type RequestKey } from './idempotency/request-key.ts'
import type { RequestContext, RequestContexts } from './request-context.ts'

type HandlerOptions = { contextOf: RequestContexts; charge: ChargeRequest; tags: Tags }

/**
 * Creates the handler of `/graphql`: POST with a JSON body and GET for queries, with a single response or an
 * event stream. Outside production it also serves GraphiQL to browsers.
 */
export function graphqlHandler(
  graphql: GraphqlEngine,
  streams: Streams,
  { contextOf, charge, tags }: HandlerOptions,
): RequestHandler {
  const { schema, maskError, withRequestId, production } = graphql
  const serve = async (request: express.Request, response: express.Response): Promise<void> => {
    const { accept } = request.headers
    const isPage = !production && isGet(request) && !!accept?.includes('text/html')
    try {
      const isReadable = assertReadable(request)
      if (isPage) return await sendExplorer(response)
      if (!isReadable) return void rejectOthers(request, response, () => {})
      const context = contextOf(request)
      const caller = await context.caller()
      const charging = charge(context, caller, response)
      if (charging) await charging
      const sent = await receive(graphql, request, response, caller)
      const accepted = request.method === 'HEAD' ? 'json' : streams.accepted(request)
      const operation = await operationOf(graphql, context, sent)
      if (operation.kind === 'subscription' && accepted !== 'json') {
        forgetParameters(sent.parameters)
        await streams.follow(request, response, operation, { caller, credentials: context.credentials })
      } else if (accepted === 'events') await streams.sendAsEvent(request, response, operation, caller)
      else {
        const counted = await answerUnchanged(operation, request, response, { schema, tags, context, caller })
        if (counted !== true) await handleRequest(graphql, request, response, { operation, caller, counted })
      }
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      sendErrors(
        response,
        error instanceof RequestError ? error.errors : [maskError(error)],
        responseMediaType(accept),
      )
    }
  }
  return (request, response) =>
    withRequestId(contextOf(request).requestId, () => void serve(request, response))
}

const rejectOthers = rejectMethods(['GET', 'POST'])

const isGet = ({ method }: express.Request) => method === 'GET' || method === 'HEAD'

type Sent = {
  caller: Caller
  parameters: RequestParameters
  key: RequestKey | null
  response: express.Response
}

/** Reads the parameters of an operation, and the key that its client has given it. @throws AppError */
async function receive(
  { limits }: GraphqlEngine,
  request: express.Request,
  response: express.Response,
  caller: Caller,
): Promise<Sent> {
  // In the turn in which the body is read.
  const key = requestKey(request)
  const reading = { withinMs: limits.bodyTimeout, isAnonymous: caller.credential === null }
  return { caller, parameters: await readRequest(request, response, reading), key, response }
}

/** Prepares an operation and counts it. @throws RequestError, AppError */
async function operationOf(
  graphql: GraphqlEngine,
  context: RequestContext,
  { caller, parameters, key, response }: Sent,
): Promise<PreparedOperation> {
  const payer = payerOf(caller, context.address)
  const prepared = prepareCounted(graphql, parameters, caller, payer)
  const keyed = keyedOperation(graphql, prepared, { key, caller, response })
  return chargeOperation(graphql, keyed, payer, context.charge, (charged) =>
    response.setHeader('RateLimit', rateLimitHeader(charged)),
  )
}
