import express, { type Router } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { changePasswordOf } from './change-password.ts'
import type { ReadAuthorizationRequest } from './consent-form.ts'
import { endSession } from './end-session.ts'
import { sentenceOf } from '../pages/problem.ts'
import { signedInPage, signInPage } from '../pages/sign-in.ts'
import { firstPage } from '../pages/sign-in-code.ts'
import { appOfSignIn } from './sign-in-app.ts'
import { signedIn } from './signed-in.ts'
import { isForm, textOfField, visitHandler, type SessionVisit } from './visit-handler.ts'
import { leaveSignedIn, wayInOf } from './way-in.ts'
import type { PortalTools } from '../visit/portal-tools.ts'

const SIGN_IN = graphql(
  /* GraphQL */ `
    mutation ($email: EmailAddress!, $password: String!, $organization: String) {
      signIn(input: { email: $email, password: $password, organization: $organization }) {
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

/**
 * Serves `/sign-in` and the session of a browser: `POST /session` signs in with a form or JSON, `DELETE
 * /session` and the form `POST /session/end` sign out. All work without JavaScript. `POST /session/password`
 * changes the password, so that no page receives the token of the new session.
 */
export function sessionRoutes(tools: PortalTools, readRequest: ReadAuthorizationRequest | null): Router {
  const router = express.Router({ caseSensitive: true })
  router
    .route('/sign-in')
    .get(visitHandler(tools, (visit) => show(visit, readRequest)))
    .post(visitHandler(tools, showAgain))
  router.post(
    '/session',
    visitHandler(tools, (visit) => enter(visit, readRequest)),
  )
  router.delete(
    '/session',
    visitHandler(tools, async (visit) => {
      await endSession(visit)
      sendCookie(visit, null)
    }),
  )
  router.post(
    '/session/password',
    visitHandler(tools, async (visit) => sendCookie(visit, await changePasswordOf(visit))),
  )
  router.post(
    '/session/end',
    visitHandler(tools, async (visit) => {
      const { return_to } = await visit.read()
      await endSession(visit)
      visit.leave(visit.returnPath(return_to, `${visit.base}/sign-in`), null)
    }),
  )
  return rejectOtherMethods(router)
}

/** Sends the sign-in page, or to a signed-in person the way on. */
async function show(visit: SessionVisit, readRequest: ReadAuthorizationRequest | null): Promise<void> {
  const person = await signedIn(visit)
  const way = await wayInOf(visit, visit.request.query)
  if (person) return visit.send(200, signedInPage(visit, { ...way, name: person.email }))
  const app = readRequest && (await appOfSignIn(visit, way.returnTo, readRequest))
  visit.send(200, app ? signInPage(visit, { ...way, app }) : firstPage(visit, way))
}

/** Sends another page of a sign-in with the write that was begun: that for a password, or for another address. */
async function showAgain(visit: SessionVisit): Promise<void> {
  const sent = await visit.read()
  const way = await wayInOf(visit, sent)
  visit.send(200, sent.with === 'password' ? signInPage(visit, way) : firstPage(visit, way))
}

/** Signs in with a password. A former session of the browser ends, as its cookie is replaced. */
async function enter(visit: SessionVisit, readRequest: ReadAuthorizationRequest | null): Promise<void> {
  const { request, response } = visit
  const sent = await visit.read()
  const email = textOfField(sent.email)
  try {
    const token = await startSession(visit, email, textOfField(sent.password))
    await endSession(visit)
    if (isForm(request)) leaveSignedIn(visit, await wayInOf(visit, sent), token)
    else sendCookie(visit, token)
  } catch (error) {
    if (!isForm(request) || !(error instanceof AppError)) throw error
    if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter))
    const way = await wayInOf(visit, sent)
    const app = readRequest && (await appOfSignIn(visit, way.returnTo, readRequest))
    const isWrong = error.code === 'UNAUTHORIZED'
    const problem = isWrong ? visit.words.text('sign-in.wrong') : sentenceOf(error, visit.words)
    visit.send(error.status, signInPage(visit, { ...way, app, problem }))
  }
}

async function startSession({ run, tools }: SessionVisit, email: string, password: string): Promise<string> {
  const { organization } = tools
  const { signIn } = await run(SIGN_IN, { email, password, organization }, ANONYMOUS)
  return signIn.session.token
}

function sendCookie({ request, response, tools }: SessionVisit, token: string | null): void {
  response.append('Set-Cookie', tools.browserSessions.cookie(request, token))
  response.status(204).set('Cache-Control', 'no-store').end()
}
