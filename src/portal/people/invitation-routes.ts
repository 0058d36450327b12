import express, { type Router } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { endSession } from './end-session.ts'
import { invitationPage } from '../pages/invitation.ts'
import { problemOf, sentenceOf } from '../pages/problem.ts'
import { signedIn } from './signed-in.ts'
import { textOfField, visitHandler, type SessionVisit } from './visit-handler.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import type { Words } from '../visit/words.ts'

const INVITATION = graphql(/* GraphQL */ `
  query ($token: String!) {
    invitation(token: $token) {
      organizationName
      organizationAvatarUrl
      organizationColor
      maskedEmail
      role
      expiresAt
    }
  }
`)
const ACCEPT = graphql(
  /* GraphQL */ `
    mutation ($token: String!, $password: String, $name: String) {
      acceptInvitation(input: { token: $token, password: $password, name: $name }) {
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

/** Problems of an acceptance that the same page shows. */
const CORRECTABLE = new Set(['UNPROCESSABLE', 'MISSING_PARAM', 'INVALID_PARAM', 'CONFLICT', 'RATE_LIMITED'])

/**
 * Serves the links of invitations. A GET changes nothing, because chat programs fetch links for previews. A
 * POST of the page accepts the invitation once, and leads to the console, where the team works.
 */
export function invitationRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  const refusing = {
    problemOf: (error: AppError, words: Words) => ({
      ...problemOf(error, words),
      ...(error.code === 'NOT_FOUND' && {
        title: words.text('invitation.closed'),
        message: words.text('invitation.closed-text'),
      }),
    }),
  }
  router
    .route('/invitations/:token')
    .get(visitHandler(tools, (visit) => show(visit, 200), refusing))
    .post(visitHandler(tools, accept, refusing))
  return rejectOtherMethods(router)
}

const tokenOf = ({ request }: SessionVisit) => String(request.params.token)

async function show(visit: SessionVisit, status: number, problem: string | null = null): Promise<void> {
  const { base, words, run } = visit
  const { invitation } = await run(INVITATION, { token: tokenOf(visit) }, ANONYMOUS)
  if (!invitation) throw new AppError('NOT_FOUND', 'Invitation not found')
  const person = await signedIn(visit)
  const email = person?.isAccount ? person.email : null
  const path = `/invitations/${encodeURIComponent(tokenOf(visit))}`
  visit.send(status, invitationPage(invitation, { base, words, path, email, problem }))
}

async function accept(visit: SessionVisit): Promise<void> {
  const { base, caller, run, response } = visit
  const { password, name } = await visit.read()
  const isAccount = caller.accountId !== null
  const account = isAccount ? {} : { password: textOfField(password), name: textOrNull(name) }
  try {
    const as = isAccount ? caller : ANONYMOUS
    const { acceptInvitation } = await run(ACCEPT, { token: tokenOf(visit), ...account }, as)
    if (isAccount) return visit.leave(`${base}/console`)
    await endSession(visit)
    visit.leave(`${base}/console`, acceptInvitation.session.token)
  } catch (error) {
    if (!(error instanceof AppError) || !CORRECTABLE.has(error.code)) throw error
    if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter))
    await show(visit, error.status, invitationProblem(error, visit.words))
  }
}

/** Returns the problem of an acceptance. One that names no field is about the address of the invitation. */
const invitationProblem = (error: AppError, words: Words) =>
  error.code === 'UNPROCESSABLE' && !error.subject
    ? words.text('invitation.has-account')
    : sentenceOf(error, words)

const textOrNull = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)
