import type { Request, Response } from 'express'
import type { TadaDocumentNode } from 'gql.tada'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import type { Caller } from '../../auth/caller.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Matching } from '../../lib/graphql-client/graphql.ts'
import type { PublicTools } from './public-tools.ts'
import type { Words } from './words.ts'

/** Interface through which the pages call the program. */
export type PortalTools = {
  browserSessions: BrowserSessions
  /** Slug of the only organization in which sessions of this host act. Null on the host of the public URL. */
  organization: string | null
  /** Returns the portal of a slug. Null if there is none. */
  findPortal: PublicTools['findPortal']
  /** Public URL of this server, without a trailing slash. Available once it listens. */
  publicUrl: () => string
  /** @throws AppError UNAUTHORIZED for a session that has ended */
  identify: (token: string) => Promise<Caller>
  /** Counts a request against the limit of its caller. @throws AppError RATE_LIMITED */
  charge: (request: Request, response: Response, caller: Caller) => Promise<void> | undefined
  execute: (
    document: string,
    variables: Record<string, unknown>,
    caller: Caller,
    request: { requestId: string; address: string; userAgent: string },
  ) => Promise<Record<string, unknown>>
  requestIdOf: (request: Request) => string
  addressOf: (request: Request) => string
  /** Timeout for receiving a body, in milliseconds. */
  bodyTimeout: number
  toAppError: (error: unknown, requestId: string) => AppError
}

/** Result of an operation that succeeded: a payload and what it contains are not null. */
type Done<Data> = {
  [Root in keyof Data]: NonNullable<Data[Root]> extends { errors: readonly unknown[] }
    ? { [Field in keyof NonNullable<Data[Root]>]: NonNullable<NonNullable<Data[Root]>[Field]> }
    : Data[Root]
}

/** A request for a page, and the person of its session. */
export type Visit = {
  request: Request
  response: Response
  tools: PortalTools
  /** Path of the public URL, empty for a root. Links of pages start with it. */
  base: string
  words: Words
  /** Language that the address names, which links keep. Null if the browser determines it. */
  lang: string | null
  /** Person of the session, in no organization. Anonymous without one. */
  caller: Caller
  /** Runs an operation, by default as the person. @throws AppError also for errors in the payload of a mutation */
  run: <Data, Variables>(
    document: TadaDocumentNode<Data, Variables> & Matching<Data>,
    variables: Variables,
    as?: Caller,
  ) => Promise<Done<Data>>
  /** Reads the form or JSON of a request. @throws AppError */
  read: () => Promise<Record<string, unknown>>
  /** Sends a page with its status. `headers` replace those of the portal. */
  send: (status: number, text: string, headers?: Record<string, string>) => void
  /** Leads the browser to another address with GET, and stores or removes (null) a session before. */
  leave: (address: string, token?: string | null) => void
}
