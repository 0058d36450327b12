import { html, type Html } from '../html.ts'
import { isReading, meaningOf, type Scope } from './consent-scopes.ts'
import type { Spoken } from './sign-in.ts'

type Words = Spoken['words']

/** The part of a request of a public client about its scopes. */
type Asked = {
  requestedScopes: Scope[]
  organizations: { organization: { name: string }; grantableScopes: Scope[] }[]
}

/**
 * Returns a box for each scope that the person can grant to a public client, such as an agent. Requested scopes are
 * ticked. Other ones are below and are not, because some clients never ask again.
 */
export function agentScopes({ organizations, requestedScopes }: Asked, words: Words): Html {
  const { text } = words
  const isRequested = ({ name }: Scope) => requestedScopes.some((scope) => scope.name === name)
  const isChange = (scope: Scope) => !isReading(scope)
  const grantable = organizations.flatMap(({ grantableScopes }) => grantableScopes)
  const scopes = [...new Map(grantable.map((scope) => [scope.name, scope])).values()]
  const requested = scopes.filter(isRequested)
  const others = scopes.filter((scope) => !isRequested(scope))
  const readers = organizations.filter((one) => one.grantableScopes.every(isReading))
  return html`<input type="hidden" name="scopes" value="selected" />
    ${boxes(words, text('consent.reads'), requested.filter(isReading), true)}
    ${boxes(words, text('consent.changes'), requested.filter(isChange), true)}
    ${boxes(words, text('consent.also'), [...others.filter(isReading), ...others.filter(isChange)], false)}
    ${readers.map(({ organization: { name } }) => html`<p>${text('consent.only-reads', { name })}</p>`)}
    <p>${text('consent.texts')}</p>`
}

const boxes = (words: Words, title: string, scopes: Scope[], isTicked: boolean): Html | '' =>
  scopes.length === 0
    ? ''
    : html`<h2>${title}</h2>
        ${scopes.map(
          (scope) =>
            html`<label class="option"
              ><input type="checkbox" name="scope.${scope.name}" ${isTicked ? html`checked` : ''} />
              ${meaningOf(scope, words)}</label
            >`,
        )}`

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns where the code of a public client goes: a program on the computer of the person, or a host. */
export function agentTarget(redirectUri: string, { text }: Words): Html {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'https:') return html`<strong class="target">${host}</strong>`
  if (LOOPBACK.has(hostname)) return html`${text('consent.program')}`
  return html`${text('consent.program')} (${protocol})`
}
