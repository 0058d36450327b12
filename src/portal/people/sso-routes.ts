import express, { type Router } from 'express'
import { decodeJwt } from 'jose'
import { ANONYMOUS } from '../../auth/caller.ts'
import { AppError, forbidden } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { endSession } from './end-session.ts'
import { problemOf } from '../pages/problem.ts'
import { ssoPage } from '../pages/sso.ts'
import { signedIn, type SignedIn } from './signed-in.ts'
import { portalOf } from './sign-in-portal.ts'
import { visitHandler, type SessionVisit } from './visit-handler.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import type { Words } from '../visit/words.ts'

const SIGN_IN = graphql(
  /* GraphQL */ `
    mutation ($organization: String!, $token: String!) {
      signInWithSso(input: { organization: $organization, token: $token }) {
        session {
          token
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** An SSO link: the organization that signed the token, and the path to which it leads. */
type Link = { organization: string; token: string; returnTo: string }

/**
 * Serves `/@<slug>/sso`, or `/sso` on an own host, which starts a session with an SSO token. The answer drops the token
 * from the address. A signed-in person is asked before they become another.
 */
export function ssoRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  const refusing = {
    problemOf: (error: AppError, words: Words) => ({
      ...problemOf(error, words),
      ...(error.code === 'UNAUTHORIZED' && { title: words.text('sso.unusable') }),
    }),
  }
  router
    .route(tools.organization === null ? '/@:organization/sso' : '/sso')
    .get(visitHandler(tools, follow, refusing))
    .post(visitHandler(tools, confirm, refusing))
  return rejectOtherMethods(router)
}

async function follow(visit: SessionVisit): Promise<void> {
  const { base, request } = visit
  const destination = request.headers['sec-fetch-dest']
  if (destination !== undefined && destination !== 'document') throw forbidden('This link opens as a page')
  const link = linkOf(visit, request.query)
  const person = await signedIn(visit)
  if (person === null) return start(visit, link)
  if (isSame(person, link)) return start(visit, link).catch(leadOn(visit, link))
  const path = `${portalPath(visit, link.organization)}/sso`
  const brand = await portalOf(visit, link.organization)
  visit.send(200, ssoPage({ ...link, base, words: visit.words, path, name: person.email, brand }))
}

async function confirm(visit: SessionVisit): Promise<void> {
  await start(visit, linkOf(visit, await visit.read()))
}

async function start(visit: SessionVisit, { organization, token, returnTo }: Link): Promise<void> {
  const { signInWithSso } = await visit.run(SIGN_IN, { organization, token }, ANONYMOUS)
  await endSession(visit)
  visit.response.set('Referrer-Policy', 'no-referrer')
  visit.leave(returnTo, signInWithSso.session.token)
}

/** Returns the handler that leads a person on whose session a used link has started. */
const leadOn =
  (visit: SessionVisit, { returnTo }: Link) =>
  (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'UNAUTHORIZED') throw error
    visit.leave(returnTo)
  }

/** Returns the path of an organization's portal on this host, below the base. */
const portalPath = ({ tools }: SessionVisit, organization: string) =>
  tools.organization === null ? `/@${encodeURIComponent(organization)}` : ''

function linkOf(visit: SessionVisit, sent: Record<string, unknown>): Link {
  const { base, request, tools } = visit
  const organization = tools.organization ?? String(request.params.organization)
  const returnTo = visit.returnPath(sent.return_to, base + portalPath(visit, organization) || '/')
  return { organization, token: typeof sent.token === 'string' ? sent.token : '', returnTo }
}

/** Whether the token claims to be of the signed-in person. Its signature is verified at the sign-in. */
function isSame({ email, isAccount, organization }: SignedIn, link: Link): boolean {
  if (isAccount || organization !== link.organization.toLowerCase()) return false
  try {
    const { email: claimed } = decodeJwt(link.token)
    return typeof claimed === 'string' && normalizeEmail(claimed) === email
  } catch {
    return false
  }
}
