import type { Request } from 'express'
import type { Caller } from '../src/auth/caller.ts'
import type { Credentials } from '../src/auth/credentials.ts'
import type { AppError } from '../src/lib/errors.ts'

/** State of a request that it shares with the response cache. */
export type RequestContext = {
  requestId: string
  credentials: Credentials
  /** Identifies the caller once. */
  caller(): Promise<Caller>
  /** Writer of the response cache, or null if the response is not stored. */
  cache: {
    /** Returns the current revision of the organization's data. Call it before the response is computed. */
    revision(): Promise<string>
    /** Stores a UTF-8 body with the value of its Link header. */
    store(revision: string, body: Buffer, link: string | null): void
  } | null
}

/** Interface through which the REST layer calls the program. It uses no other. */
export type Gateway = {
  contextOf(request: Request): RequestContext
  /** Caller of a request without credentials. */
  anonymous: Caller
  execute(
    document: string,
    variables: Record<string, unknown>,
    caller: Caller,
    request: { requestId: string; address: string },
  ): Promise<Record<string, unknown>>
  /** Throws if the caller may not run the document at all, for example without the scope of a root field. */
  assertAllowed(document: string, caller: Caller): void
  /** Address of the client behind trusted proxies. */
  addressOf(request: Request): string
  /** Base of absolute links for the client, without a trailing slash. */
  originOf(request: Request): string
  /** Timeout for receiving a body, in milliseconds. */
  bodyTimeout: number
  /** Converts any thrown value to an `AppError`, and logs an unexpected error. */
  toAppError(error: unknown, requestId: string): AppError
}
