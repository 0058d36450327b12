import type { AnonymousWrites, Caller } from '../../auth/caller.ts'
import { newVisitorCookie } from '../../auth/visitor-cookie.ts'
import { AppError, forbidden } from '../../lib/errors.ts'
import { readBody } from '../../lib/http/request-body.ts'
import { formTokenOf } from '../visit/form-token.ts'
import type { Execute } from '../visit/portal-tools.ts'
import { addressLanguage, wordsFor } from '../visit/reader-language.ts'
import { returnPath } from '../../lib/http/return-path.ts'
import { runnerOf } from '../visit/run.ts'
import type { PortalRequest, Run, Visit } from '../visit/visit.ts'
import { anonymousOf, memberOf, sessionsOf, siteOf, visitorOf } from '../visit/visitor.ts'

/** A write of a form or script of our own pages, and the person who makes it. */
export type Participant = Visit &
  PortalRequest & {
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
    /** Returns `run` that executes operations with another executor, such as that of a transaction. */
    runBy: (execute: Execute) => Run
    /** Returns the path of the form's page, or else another one. */
    backTo: (fallback: string) => string
  }

/**
 * Reads a write.
 * @throws AppError FORBIDDEN unless a page of this host sends it, for blocked people, and as `readBody`
 */
export async function participantOf(asked: PortalRequest): Promise<Participant> {
  const { tools, portal, request, response } = asked
  if (!sessionsOf(asked).isOwnPage(request))
    throw forbidden(`This request was not sent by a page of ${siteOf(asked).origin}`)
  const member = await memberOf(asked)
  const person = member ? null : await anonymousOf(asked)
  const caller = member ?? visitorOf(portal, person)
  await tools.charge(request, response, caller)
  // Their form would show the page again, which a closed portal does not show them.
  if (caller.blocked) throw forbidden('You have been blocked by the team')
  const reading = { withinMs: tools.bodyTimeout, isAnonymous: member === null, forms: true }
  const fields = textsOf(await readBody(request, response, reading))
  const participant: Participant = {
    ...asked,
    ...{ words: wordsFor(request), lang: addressLanguage(request), fields, caller },
    admit: (write) => admit(participant, write),
    assertMay: (write) => assertMay(participant, write),
    run: runnerOf(asked, () => participant.caller),
    runBy: (execute) => runnerOf(asked, () => participant.caller, execute),
    backTo: (fallback) => returnPath(fields.return_to, fallback),
  }
  return participant
}

function assertMay({ portal, caller }: Participant, write: keyof AnonymousWrites | null): void {
  if (caller.authority !== 'visitor') return
  const isOpen = write !== null && portal.visibility === 'public' && caller.anonymously[write]
  if (!isOpen) throw new AppError('UNAUTHORIZED', 'Sign in first')
}

async function admit(participant: Participant, write: keyof AnonymousWrites | null): Promise<void> {
  const { tools, portal, request, response, caller } = participant
  assertMay(participant, write)
  if (caller.authority !== 'visitor' || write === null) return
  const { id } = portal
  const { visitors } = tools.portals
  await visitors.count(write, { organizationId: id, address: tools.addressOf(request) })
  if (caller.actorId !== null) return
  const formToken = formTokenOf(participant.fields)
  const { token, cookie } = newVisitorCookie(siteOf(participant), formToken)
  const existing = formToken === null ? null : await visitors.find(id, token)
  participant.caller = visitorOf(portal, existing ?? (await visitors.create(id, token)))
  response.append('Set-Cookie', cookie)
}

const textsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
