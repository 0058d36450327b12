import type { Response } from 'express'
import type { AppError } from '../lib/errors.ts'
import { sendJson } from '../lib/http/respond.ts'
import { challengeOf, READING } from './challenge.ts'

type Refused = { publicUrl: string; error: AppError; hasCredential: boolean }

/**
 * Refuses a request that the protocol does not see, with an error of JSON-RPC and the code of the service. An unknown
 * caller receives the challenge with which clients start to sign in.
 */
export function sendRefusal(response: Response, { publicUrl, error, hasCredential }: Refused): void {
  if (error.status === 401) {
    const reason = hasCredential ? { error: 'invalid_token' as const } : {}
    response.setHeader('WWW-Authenticate', challengeOf({ publicUrl, scopes: READING, ...reason }))
  }
  if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter))
  sendErrorBody(response, error.status, error)
}

/** Refuses a call with all scopes that it needs, after which clients ask the person for them (RFC 6750 section 3.1). */
export function sendInsufficient(response: Response, publicUrl: string, scopes: readonly string[]): void {
  const needed = [...new Set(scopes)].sort()
  const challenge = challengeOf({ publicUrl, scopes: needed, error: 'insufficient_scope' })
  response.setHeader('WWW-Authenticate', challenge)
  sendErrorBody(response, 403, {
    code: 'MISSING_SCOPE',
    message: `Missing OAuth scopes: the call needs ${needed.join(' ')}`,
  })
}

/** Codes of JSON-RPC: a message that cannot be parsed, and an error of the server. */
const PARSE_ERROR = -32700
const SERVER_ERROR = -32000

/** Sends an error of JSON-RPC without a request. */
export function sendErrorBody(
  response: Response,
  status: number,
  { code, message }: { code: string; message: string },
): void {
  const error = { code: code === 'INVALID_FORMAT' ? PARSE_ERROR : SERVER_ERROR, message, data: { code } }
  sendJson(response, status, JSON.stringify({ jsonrpc: '2.0', id: null, error }))
}
