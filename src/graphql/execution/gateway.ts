import type { Request, Response } from 'express'
import type { Caller } from '../../auth/caller.ts'
import type { Credentials } from '../../auth/credentials.ts'
import type { AppError } from '../../lib/errors.ts'

/** State of a request that it shares with the response cache. */
export type RequestContext = {
  requestId: string
  credentials: Credentials
  /** Identifies the caller once, by tokens for the resource of the route: `mcp`, or `api` by default. */
  caller(route?: { resource?: 'api' | 'mcp' }): Promise<Caller>
  /** Reads the revision of the organization's data once. Call it before the response is computed. */
  revision(): Promise<string>
  /** Writer of the response cache, or null if the response is not stored. */
  cache: {
    /**
     * Stores a UTF-8 body with the value of its Link header, and with its digest if its tag depends on the bytes. The
     * revision is from before the response was computed.
     */
    store(revision: string, answer: { body: Buffer; link: string | null; digest: string | null }): void
    /** Records that the client has the current response, which was not computed. */
    recordUnchanged(): void
  } | null
}

/** Parts of strong entity tags. Those of different callers differ. */
type TagParts = {
  /** Returns the part of a response with a digest. */
  ofContent(caller: Caller, digest: string): string
  /**
   * Returns the part of the response to a request that depends on the organization alone, while that has a revision.
   */
  ofRevision(request: Request, caller: Caller, revision: string): string
}

/** Id of the request from which an operation comes, and the address of its client. */
export type RequestSource = { requestId: string; address: string }

/** Runs a stored document as a caller. */
export type Execute = (
  document: string,
  variables: Record<string, unknown>,
  caller: Caller,
  source: RequestSource,
) => Promise<Record<string, unknown>>

/** A transaction in which operations run. */
export type GatewayTransaction = {
  execute: Execute
  /**
   * Locks an object of the caller's organization against every change. `object` is the noun of its type.
   * @throws AppError NOT_FOUND
   */
  lock(object: string, id: number): Promise<void>
}

/** Idempotency key of a request whose body is being read. */
export type RequestKey = {
  /**
   * Runs `work`, which presents the result of a document, once for this key and caller. Returns the text of its
   * response. The changes of `execute` are committed with the response, and not at all if `work` throws.
   * @throws AppError for a key that is in use or belongs to another request
   */
  runOnce(caller: Caller, document: string, work: (execute: Execute) => Promise<string>): Promise<string>
}

/** Interface through which the layers above the schema call the program. They use no other. */
export type Gateway = {
  contextOf(request: Request): RequestContext
  /** Caller of a request without credentials. */
  anonymous: Caller
  /**
   * Counts a request against the limit of its caller, once. A promise only if that depends on the database.
   * @throws AppError RATE_LIMITED
   */
  charge(request: Request, response: Response, caller: Caller, units?: number): Promise<void> | undefined
  execute: Execute
  /**
   * Runs a read when its turn comes, unless the client has disconnected by then.
   * @throws Error when no turn comes in time, or the error of `read`
   */
  withReadTurn(caller: Caller, response: Response, read: () => Promise<void>): Promise<void>
  /** Runs `work` in one transaction. It is rolled back if `work` throws. `work` may run again from the start. */
  inTransaction<T>(caller: Caller, work: (transaction: GatewayTransaction) => Promise<T>): Promise<T>
  tags: TagParts
  /** Whether the response to a request may depend on its organization alone, and not on a person. */
  isOfOrganization(request: Request): boolean
  /**
   * Returns the idempotency key of a POST, null without one. Call it in the same turn as the reader of the body.
   * @throws AppError INVALID_PARAM
   */
  requestKey(request: Request, response: Response): RequestKey | null
  /** Returns the idempotency key of a request that has it elsewhere, with the SHA-256 of the request. */
  keyOf(key: string, fingerprint: Buffer): RequestKey
  /** Throws if the caller may not run the document at all, for example without the scope of a root field. */
  assertAllowed(document: string, caller: Caller): void
  /** Returns the OAuth scopes that a document needs with everything it selects, in alphabetical order. */
  scopesOf(document: string): readonly string[]
  /** Counts a call of a tool by the install of the caller. */
  countToolCall(caller: Caller, tool: string): void
  /** Address of the client behind trusted proxies. */
  addressOf(request: Request): string
  /** Base of absolute links for the client, without a trailing slash. */
  originOf(request: Request): string
  /** Timeout for receiving a body, in milliseconds. */
  bodyTimeout: number
  /** Converts any thrown value to an `AppError`, and logs an unexpected error. */
  toAppError(error: unknown, requestId: string): AppError
}
