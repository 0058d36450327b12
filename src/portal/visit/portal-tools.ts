import type { Request, Response } from 'express'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import type { AnonymousWrites, Caller } from '../../auth/caller.ts'
import type { Portal } from '../../auth/portal-base.ts'
import type { AppError } from '../../lib/errors.ts'
import type { FindBySlug } from '../find-by-slug.ts'
import type { PageCache } from './page-cache.ts'

/** Person of a visitor's token. */
export type VisitorPerson = { id: number; blocked: boolean }

/** A write of a form: its key, and the SHA-256 of what was sent. */
export type FormWrite = { key: string; fingerprint: Buffer }

/** Interface through which the pages call the program. */
export type PortalTools = {
  /** Returns the portal of a slug, or of an own host in lower case. Null if there is none. */
  findPortal: (key: { slug: string } | { portalHost: string }) => Promise<Portal | null>
  /** Public URL of the host, without a trailing slash. Available once the server listens. */
  site: { readonly publicUrl: string }
  /** Sessions of browsers on the host. */
  browserSessions: BrowserSessions
  /** Whether mails with a code reach a person: this server sends mail, or its operator reads stored ones. */
  sendsMail: () => boolean
  /** Returns the name of the OpenID provider with which accounts sign in on this host. Null without one. */
  ownProvider: () => string | null
  /** Slug of the only organization in which sessions of this host act. Null on the host of the public URL. */
  organization: string | null
  /**
   * Returns the person of a session, in an organization if one is named.
   * @throws AppError UNAUTHORIZED for a session that has ended, FORBIDDEN outside the organization
   */
  identify: (token: string, organization?: string) => Promise<Caller>
  /**
   * Counts a request against the limit of its caller, or of its network for a caller without a credential.
   * @throws AppError RATE_LIMITED
   */
  charge: (request: Request, response: Response, caller: Caller, units?: number) => Promise<void> | undefined
  execute: Execute
  requestIdOf: (request: Request) => string
  addressOf: (request: Request) => string
  /** Returns the base URL of the server for a request that is not on an own host. */
  originOf: (request: Request) => string
  /** Timeout for receiving a body, in milliseconds. */
  bodyTimeout: number
  toAppError: (error: unknown, requestId: string) => AppError
  /** Tools of the public pages alone. */
  portals: {
    findBySlug: FindBySlug
    /** Returns no portal, the only one, or two of several. */
    firstPortals: () => Promise<Portal[]>
    /** Returns the ids of the changelog entry that a token of an organization shows. Null for an invalid or old one. */
    readPreview: (organizationId: number, token: string) => { databaseId: number; id: string } | null
    cache: PageCache
    /**
     * Runs `work` in a transaction, once for each key of the caller within 24 hours. Returns its text, or that of the
     * first time.
     * @throws AppError CONFLICT with a delay while the first one runs
     */
    once: (caller: Caller, write: FormWrite, work: (execute: Execute) => Promise<string>) => Promise<string>
    /** Returns the text of a write that `once` has run. Null if there is none. */
    result: (caller: Caller, write: FormWrite) => Promise<string | null>
    visitors: {
      find: (organizationId: number, token: string) => Promise<VisitorPerson | null>
      create: (organizationId: number, token: string) => Promise<VisitorPerson>
      /** Returns the number of votes and posts of a person. */
      contributions: (organizationId: number, userId: number) => Promise<number>
      /** Gives the contributions of a visitor to a person, and deletes the visitor. */
      claim: (organizationId: number, people: { fromId: number; intoId: number }) => Promise<void>
      /** Counts a write without a session. @throws AppError RATE_LIMITED */
      count: (write: keyof AnonymousWrites, by: { organizationId: number; address: string }) => Promise<void>
    }
  }
}

/** Runs a stored document as a caller. @throws AppError */
export type Execute = (
  document: string,
  variables: Record<string, unknown>,
  caller: Caller,
  request: { requestId: string; address: string; userAgent: string },
) => Promise<Record<string, unknown>>
