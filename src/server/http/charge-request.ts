import type { RequestHandler } from 'express'
import type { ServerResponse } from 'node:http'
import type { Caller } from '../../auth/caller.ts'
import type { Charge } from '../../auth/rate-limit/bucket.ts'
import type { RateLimits } from '../../auth/rate-limit/rate-limits.ts'
import { networkOf } from '../../lib/http/network-of.ts'
import { rateLimitHeader, rateLimitHeaders } from '../../lib/http/rate-limit-headers.ts'
import type { RequestContext, RequestContexts } from './request-context.ts'

/**
 * Counts a request as one unit of its caller, at the first call. Each call sets the header of `response`. A
 * promise only if the count depends on the database. A caller without a credential is not counted.
 * @throws AppError RATE_LIMITED, also through the promise
 */
export type ChargeRequest = (
  context: RequestContext,
  caller: Caller,
  response?: ServerResponse,
) => Promise<void> | undefined

/** Creates the count of requests. Null limits count nothing. */
export function createChargeRequest(limits: RateLimits | null): ChargeRequest {
  if (!limits) return () => undefined
  const settle = (context: RequestContext, charge: Charge, response?: ServerResponse) => {
    context.charge = charge
    response?.setHeader('RateLimit', rateLimitHeader(charge))
    if (!charge.isAdmitted) throw limits.refusal(charge)
  }
  return (context, { credential }, response) => {
    if (credential === null) return undefined
    const charge = context.charge ?? limits.spend(credential, 1)
    if (charge instanceof Promise) return charge.then((later) => settle(context, later, response))
    settle(context, charge, response)
    return undefined
  }
}

/** Returns a caller who without a credential is counted by the network of an address. */
export const networkCaller = (caller: Caller, address: string): Caller =>
  caller.credential === null ? { ...caller, credential: `network:${networkOf(address)}` } : caller

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
