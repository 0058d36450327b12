import type { Request, Response } from 'express'
import type { TadaDocumentNode } from 'gql.tada'
import type { Caller } from '../../auth/caller.ts'
import type { Matching } from '../../lib/graphql-client/graphql.ts'
import type { FoundPortal } from '../find-by-slug.ts'
import type { PortalTools } from './portal-tools.ts'
import type { ReaderLanguage } from './reader-language.ts'

/** Result of an operation that succeeded: a payload and what it contains are not null. */
type Done<Data> = {
  [Root in keyof Data]: NonNullable<Data[Root]> extends { errors: readonly unknown[] }
    ? { [Field in keyof NonNullable<Data[Root]>]: NonNullable<NonNullable<Data[Root]>[Field]> }
    : Data[Root]
}

/** Runs a stored document, by default as the person. @throws AppError also for errors in the payload of a mutation */
export type Run = <Data, Variables>(
  document: TadaDocumentNode<Data, Variables> & Matching<Data>,
  variables: Variables,
  as?: Caller,
) => Promise<Done<Data>>

/** A request for a page, with the language of its texts. */
export type Visit = ReaderLanguage & {
  request: Request
  response: Response
  tools: PortalTools
  run: Run
}

/** A request for something of a portal, before its organization and its reader are known. */
export type PortalRequest = Pick<Visit, 'request' | 'response' | 'tools'> &
  FoundPortal & {
    /** Path of the portal on this host, without a trailing slash: `/@acme`, or empty on its own host. */
    base: string
  }
