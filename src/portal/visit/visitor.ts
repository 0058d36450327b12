import { createBrowserSessions, type BrowserSessions } from '../../auth/browser-session.ts'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import { portalOf, type Portal } from '../../auth/portal-base.ts'
import { visitorTokenOf } from '../../auth/visitor-cookie.ts'
import { AppError } from '../../lib/errors.ts'
import type { VisitorPerson } from './portal-tools.ts'
import type { PortalRequest } from './visit.ts'

/** A request for something of a portal. */
type Asked = Pick<PortalRequest, 'tools' | 'request' | 'portal' | 'base'>

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

/** Returns the base URL of the host of a request. Cookies are those of its host. */
export const siteOf = ({ tools, portal, base, request }: Asked): URL =>
  new URL(base === '' && portal.portalUrl !== null ? portal.portalUrl : tools.originOf(request))

/** Returns the sessions of browsers on the host that serves a portal: its own one, or that of the public URL. */
export const sessionsOf = ({ tools, portal, base }: Omit<Asked, 'request'>): BrowserSessions => {
  const { portalUrl } = portal
  return base === '' && portalUrl !== null
    ? createBrowserSessions(() => portalUrl, true)
    : tools.browserSessions
}

/** Returns the person of the session who belongs to the organization of a portal. Null for everyone else. */
export async function memberOf(asked: Asked): Promise<Caller | null> {
  const { tools, portal, request } = asked
  const token = sessionsOf(asked).ofPage(request)
  if (token === null) return null
  try {
    const caller = await tools.identify(token, portal.slug)
    return caller.organizationId === portal.id ? caller : null
  } catch (error) {
    if (error instanceof AppError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code)) return null
    throw error
  }
}

/** Returns the person of the visitor's cookie. Null without one, and where writes need a session. */
export async function anonymousOf(asked: Asked): Promise<VisitorPerson | null> {
  const { tools, portal, request } = asked
  const { id, visibility, anonymousVotes, anonymousPosts } = portal
  if (visibility !== 'public' || !(anonymousVotes || anonymousPosts)) return null
  if (request.headers.cookie === undefined) return null
  const token = visitorTokenOf(request, siteOf(asked))
  return token === null ? null : tools.portals.visitors.find(id, token)
}

/** Returns who reads a page as themselves: a person of the organization or a visitor who has written. Else null. */
export async function readerOf(asked: Asked): Promise<Caller | null> {
  const member = await memberOf(asked)
  if (member && !member.blocked) return member
  const person = await anonymousOf(asked)
  return person && visitorOf(asked.portal, person)
}
