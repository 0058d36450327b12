import type { Request, RequestHandler } from 'express'
import type { ServerResponse } from 'node:http'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { Charge } from '../../auth/rate-limit/bucket.ts'
import { payerOf } from '../../auth/rate-limit/payer.ts'
import type { RateLimits } from '../../auth/rate-limit/rate-limits.ts'
import { rateLimitHeader, rateLimitHeaders } from '../../lib/http/rate-limit-headers.ts'
import type { RequestContext, RequestContexts } from './request-context.ts'

/**
 * Counts a request as one unit of its caller, or as `units`, at the first call. Each call sets the header of
 * `response`. A promise only if the count depends on the database. A caller without a credential is counted by
 * network.
 * @throws AppError RATE_LIMITED, also through the promise
 */
export type ChargeRequest = (
  context: RequestContext,
  caller: Caller,
  response?: ServerResponse,
  units?: number,
) => Promise<void> | undefined

/** Creates the count of requests. Null limits count nothing. */
export function createChargeRequest(limits: RateLimits | null): ChargeRequest {
  if (!limits) return () => undefined
  const settle = (context: RequestContext, charge: Charge, response?: ServerResponse) => {
    context.charge = charge
    response?.setHeader('RateLimit', rateLimitHeader(charge))
    if (!charge.isAdmitted) throw limits.refusal(charge)
  }
  return (context, caller, response, units = 1) => {
    const charge = context.charge ?? limits.spend(payerOf(caller, context.address), units)
    if (charge instanceof Promise) return charge.then((later) => settle(context, later, response))
    settle(context, charge, response)
    return undefined
  }
}

/**
 * Counts a request by its network before anything of it is read, if it has no credential or the routes that follow do
 * not identify its caller. Others count when they are identified. Sets the header of a response that has a quota.
 */
export function chargeNetwork(
  contextOf: RequestContexts,
  charge: ChargeRequest,
  isIdentified: (request: Request) => boolean,
): RequestHandler {
  return async (request, response, next) => {
    const context = contextOf(request)
    const { apiKey, authorization } = context.credentials
    const shown = response.hasHeader('RateLimit') ? response : undefined
    const isUnknown = (apiKey === undefined && authorization === undefined) || !isIdentified(request)
    if (isUnknown) await charge(context, ANONYMOUS, shown)
    next()
  }
}

/**
 * Sets the policy and the quota on every response: the whole quota, unless the request has been counted
 * already.
 */
export function quotaHeaders(limit: number, contextOf: RequestContexts): RequestHandler {
  const uncounted = rateLimitHeaders(limit)
  return (request, response, next) => {
    for (const [name, value] of uncounted) response.setHeader(name, value)
    const { charge } = contextOf(request)
    if (charge) response.setHeader('RateLimit', rateLimitHeader(charge))
    next()
  }
}
