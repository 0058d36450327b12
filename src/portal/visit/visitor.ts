import type { Request } from 'express'
import { createBrowserSessions, type BrowserSessions } from '../../auth/browser-session.ts'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import { portalOf, type Portal } from '../../auth/portal-base.ts'
import { visitorTokenOf } from '../../auth/visitor-cookie.ts'
import { AppError } from '../../lib/errors.ts'
import type { PublicTools, VisitorPerson } from './public-tools.ts'

/** A portal and the path at which a host has it: `/@acme`, or empty on its own host. */
export type Served = {
  portal: Portal
  base: string
  /** Revision of the organization from after the request arrived. Absent or null if it is not read yet. */
  revision?: string | null
}

/**
 * Returns the caller of a request without a session for a page of an organization. It may call root fields that
 * opt in, and sees public objects only. With the person of its cookie it may also write what the organization permits.
 */
export const visitorOf = (portal: Portal, person: VisitorPerson | null = null): Caller => ({
  ...ANONYMOUS,
  authority: 'visitor',
  organizationId: portal.id,
  portal: portalOf(portal),
  visits: portal.visibility,
  anonymously: { votes: portal.anonymousVotes, posts: portal.anonymousPosts },
  actorId: person?.id ?? null,
  blocked: person?.blocked ?? false,
})

/** Returns the base URL of the host that serves a portal to a request. Cookies are those of its host. */
export const siteOf = (tools: PublicTools, { portal, base }: Served, request: Request): URL =>
  new URL(base === '' && portal.portalUrl !== null ? portal.portalUrl : tools.originOf(request))

/** Returns the sessions of browsers on the host that serves a portal: its own one, or that of the public URL. */
export const sessionsOf = (tools: PublicTools, { portal, base }: Served): BrowserSessions => {
  const { portalUrl } = portal
  return base === '' && portalUrl !== null
    ? createBrowserSessions(() => portalUrl, true)
    : tools.browserSessions
}

/** Returns the person of the session who belongs to the organization of a portal. Null for everyone else. */
export async function memberOf(tools: PublicTools, served: Served, request: Request): Promise<Caller | null> {
  const token = sessionsOf(tools, served).ofPage(request)
  if (token === null) return null
  const { portal } = served
  try {
    const caller = await tools.identify(token, portal.slug)
    return caller.organizationId === portal.id ? caller : null
  } catch (error) {
    if (error instanceof AppError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code)) return null
    throw error
  }
}

/** Returns the person of the visitor's cookie. Null without one, and where writes need a session. */
export async function anonymousOf(
  tools: PublicTools,
  served: Served,
  request: Request,
): Promise<VisitorPerson | null> {
  const { id, visibility, anonymousVotes, anonymousPosts } = served.portal
  if (visibility !== 'public' || !(anonymousVotes || anonymousPosts)) return null
  if (request.headers.cookie === undefined) return null
  const token = visitorTokenOf(request, siteOf(tools, served, request))
  return token === null ? null : tools.visitors.find(id, token)
}

/** Returns who reads a page as themselves: a person of the organization or a visitor who has written. Else null. */
export async function readerOf(tools: PublicTools, served: Served, request: Request): Promise<Caller | null> {
  const member = await memberOf(tools, served, request)
  if (member && !member.blocked) return member
  const person = await anonymousOf(tools, served, request)
  return person && visitorOf(served.portal, person)
}
