import type { TadaDocumentNode } from 'gql.tada'
import type { Request, Response } from 'express'
import type { AnonymousWrites, Caller } from '../../auth/caller.ts'
import { newVisitorCookie } from '../../auth/visitor-cookie.ts'
import { AppError, forbidden } from '../../lib/errors.ts'
import { readBody } from '../../lib/http/request-body.ts'
import { assertSucceeded } from '../../lib/graphql-client/payload.ts'
import type { Matching } from '../../lib/graphql-client/graphql.ts'
import { formTokenOf } from '../visit/form-token.ts'
import type { PublicTools } from '../visit/public-tools.ts'
import type { Run } from '../visit/portal-visit.ts'
import { returnPath } from '../visit/return-path.ts'
import { runnerOf } from '../visit/run.ts'
import { anonymousOf, memberOf, sessionsOf, siteOf, visitorOf, type Served } from '../visit/visitor.ts'

/** Result of an operation that succeeded: a payload and what it contains are not null. */
type Done<Data> = {
  [Root in keyof Data]: NonNullable<Data[Root]> extends { errors: readonly unknown[] }
    ? { [Field in keyof NonNullable<Data[Root]>]: NonNullable<NonNullable<Data[Root]>[Field]> }
    : Data[Root]
}

/** A write of a form or script of our own pages, and the person who makes it. */
export type Participant = {
  tools: PublicTools
  served: Served
  request: Request
  response: Response
  /** Texts of the form. */
  fields: Record<string, string>
  /** Person of the session, or of the visitor's cookie. A visitor without a person may read only. */
  caller: Caller
  /**
   * Becomes a person who may write: that of the session, or where the organization permits it a visitor, who has a
   * cookie from then on. @throws AppError UNAUTHORIZED for others, RATE_LIMITED for too many anonymous writes
   */
  admit: (write: keyof AnonymousWrites | null) => Promise<void>
  /** Checks that the person may write, or may become one who does. @throws AppError UNAUTHORIZED */
  assertMay: (write: keyof AnonymousWrites | null) => void
  /** Runs a query as the person. */
  read: Run
  /** Runs an operation as the person. @throws AppError also for errors in the payload of a mutation */
  run: <Data, Variables>(
    document: TadaDocumentNode<Data, Variables> & Matching<Data>,
    variables: Variables,
  ) => Promise<Done<Data>>
  /** Returns `run` that executes operations with another executor, such as that of a transaction. */
  runBy: (execute: PublicTools['execute']) => Participant['run']
  /** Returns the path of the form's page, or else another one. */
  backTo: (fallback: string) => string
}

/**
 * Reads a write.
 * @throws AppError FORBIDDEN unless a page of this host sends it, for blocked people, and as `readBody`
 */
export async function participantOf(
  tools: PublicTools,
  served: Served,
  request: Request,
  response: Response,
): Promise<Participant> {
  if (!sessionsOf(tools, served).isOwnPage(request))
    throw forbidden(`This request was not sent by a page of ${siteOf(tools, served, request).origin}`)
  const member = await memberOf(tools, served, request)
  const person = member ? null : await anonymousOf(tools, served, request)
  const caller = member ?? visitorOf(served.portal, person)
  await tools.charge(request, response, caller)
  // Their form would show the page again, which a closed portal does not show them.
  if (caller.blocked) throw forbidden('You have been blocked by the team')
  const reading = { withinMs: tools.bodyTimeout, isAnonymous: member === null, forms: true }
  const fields = textsOf(await readBody(request, response, reading))
  const participant: Participant = {
    ...{ tools, served, request, response, fields, caller },
    admit: (write) => admit(participant, write),
    assertMay: (write) => assertMay(participant, write),
    read: (document, variables) => runnerOf(tools, request, participant.caller)(document, variables),
    run: (document, variables) => participant.runBy(tools.execute)(document, variables),
    runBy: (execute) => async (document, variables) => {
      const data = await runnerOf({ ...tools, execute }, request, participant.caller)(document, variables)
      assertSucceeded(data as Record<string, unknown>, undefined)
      return data as never
    },
    backTo: (fallback) => returnPath(fields.return_to, fallback),
  }
  return participant
}

function assertMay({ served, caller }: Participant, write: keyof AnonymousWrites | null): void {
  if (caller.authority !== 'visitor') return
  const isOpen = write !== null && served.portal.visibility === 'public' && caller.anonymously[write]
  if (!isOpen) throw new AppError('UNAUTHORIZED', 'Sign in first')
}

async function admit(participant: Participant, write: keyof AnonymousWrites | null): Promise<void> {
  const { tools, served, request, response, caller } = participant
  assertMay(participant, write)
  if (caller.authority !== 'visitor' || write === null) return
  const { id } = served.portal
  await tools.visitors.count(write, { organizationId: id, address: tools.addressOf(request) })
  if (caller.actorId !== null) return
  const formToken = formTokenOf(participant.fields)
  const { token, cookie } = newVisitorCookie(siteOf(tools, served, request), formToken)
  const existing = formToken === null ? null : await tools.visitors.find(id, token)
  participant.caller = visitorOf(served.portal, existing ?? (await tools.visitors.create(id, token)))
  response.append('Set-Cookie', cookie)
}

const textsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
