import type { ConsentView } from '../pages/consent.ts'

/** Names of the fields that repeat the authorization request, as its query has them. */
const REQUEST_FIELDS = [
  'client_id',
  'redirect_uri',
  'scope',
  'actor',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

type RequestField = (typeof REQUEST_FIELDS)[number]

/** The part of an authorization request that the form repeats. The page shows the rest. */
type AuthorizationRequest = {
  clientId: string
  state: string | undefined
  codeChallenge: string | undefined
  resource: string | undefined
}

/** Reads an authorization request from the query of a URL. @throws AppError */
export type ReadAuthorizationRequest = (query: Record<string, unknown>) => AuthorizationRequest

/** The answer of a person on the consent page. */
export type ConsentForm = {
  request: Partial<Record<RequestField, string>>
  answer: string | undefined
  organization: string | undefined
  /** Id of the session for which the form was shown. */
  session: string | undefined
  /** Events that the person allows. Undefined if the form has none. */
  events: string[] | undefined
  /** Scopes that the person has ticked. Undefined if the form has no boxes. */
  scopes: string[] | undefined
}

/**
 * Returns the hidden fields of the page. The answer is about what the page shows: scopes and actor mode are
 * those of the page, even if the app changes before the answer.
 */
export function requestFields(
  { redirectUri, requestedScopes, actorMode }: ConsentView,
  { clientId, state, codeChallenge, resource }: AuthorizationRequest,
  sessionId: number | null,
): Record<RequestField | 'session', string | undefined> {
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: requestedScopes.map(({ name }) => name).join(' '),
    actor: actorMode,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge && 'S256',
    resource,
    session: sessionId === null ? undefined : String(sessionId),
  }
}

/** Reads the form of the consent page. */
export function answerOf(body: Record<string, unknown>): ConsentForm {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined)
  const request: ConsentForm['request'] = {}
  for (const name of REQUEST_FIELDS) {
    const value = text(name)
    if (value !== undefined) request[name] = value
  }
  const ticked = (prefix: string) =>
    Object.keys(body)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
  return {
    request,
    answer: text('answer'),
    organization: text('organization'),
    session: text('session'),
    events: text('events') === undefined ? undefined : ticked('event.'),
    scopes: text('scopes') === undefined ? undefined : ticked('scope.'),
  }
}

/** Returns the authorization request of a form for the operations. They validate it again. */
export const toRequest = ({ request }: ConsentForm) => ({
  clientId: request.client_id,
  redirectUri: request.redirect_uri,
  scope: request.scope,
  actorMode: request.actor,
  state: request.state,
  codeChallenge: request.code_challenge,
  codeChallengeMethod: request.code_challenge_method,
  resource: request.resource,
})
