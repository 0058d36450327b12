import { html, type Html } from '../html.ts'
import { alert, page } from '../parts/page.ts'
import type { Words } from '../visit/words.ts'
import { appMaker } from './app-maker.ts'
import { ACTS, hidden, isReading, meaningOf, picker } from './consent.ts'
import type { ConsentState, ConsentView, Scope } from './consent.ts'
import { accountLine } from './sign-in.ts'

/**
 * Returns the page on which a person allows or denies a public client, such as an agent. There is a box for each scope:
 * those that it asks for are ticked, others that it can have are below and are not. Every name of it is text.
 */
export function agentConsentPage(view: ConsentView, state: ConsentState): string {
  const { base, words, path, name, fields, brand, problem } = state
  const { app, organizations, redirectUri, actorMode } = view
  const { text } = words
  const nowhere = organizations.length === 0 ? text('consent.no-agents') : null
  const body = html`<form method="post" action="${base}/oauth/authorize">
      ${hidden({ ...fields, scopes: 'selected' })}
      <h1>${text('consent.heading', { app: app.name })}</h1>
      ${appMaker(app, words)}${alert(problem ?? nowhere)}${picker(organizations, words)}
      ${nowhere ? '' : choices(view, words)}
      <p>${text('consent.texts')}</p>
      <h2>${text('consent.acts')}</h2>
      <p>${text(ACTS[actorMode])}</p>
      <h2>${text('consent.then')}</h2>
      <p>${target(redirectUri, words)}</p>
      <div class="actions">
        ${nowhere ? '' : html`<button name="answer" value="allow">${text('consent.allow')}</button>`}
        <button name="answer" value="deny" class="plain" formnovalidate>${text('consent.deny')}</button>
      </div>
    </form>
    <hr />
    ${accountLine({ base, words }, { name, returnTo: base + path })}`
  return page({ base, words, title: text('consent.title', { app: app.name }), brand, body })
}

/** Returns the boxes of the scopes that the person can grant anywhere, and where fewer of them count. */
function choices({ organizations, requestedScopes }: ConsentView, words: Words): Html {
  const { text } = words
  const isAsked = ({ name }: Scope) => requestedScopes.some((asked) => asked.name === name)
  const byName = new Map(
    organizations.flatMap(({ grantableScopes }) => grantableScopes).map((scope) => [scope.name, scope]),
  )
  const able = [...byName.values()]
  const others = able.filter((scope) => !isAsked(scope))
  const asked = able.filter(isAsked)
  return html`${boxes(words, text('consent.reads'), asked.filter(isReading), true)}
  ${boxes(
    words,
    text('consent.changes'),
    asked.filter((scope) => !isReading(scope)),
    true,
  )}
  ${boxes(
    words,
    text('consent.also'),
    [...others.filter(isReading), ...others.filter((scope) => !isReading(scope))],
    false,
  )}
  ${organizations
    .filter(({ grantableScopes }) => grantableScopes.every(isReading))
    .map(({ organization: { name } }) => html`<p>${text('consent.only-reads', { name })}</p>`)}`
}

const boxes = (words: Words, title: string, scopes: Scope[], isTicked: boolean): Html | '' =>
  scopes.length === 0
    ? ''
    : html`<h2>${title}</h2>
        ${scopes.map(
          (scope) =>
            html`<label class="option"
              ><input type="checkbox" name="scope.${scope.name}" ${isTicked ? html` checked` : ''} />
              ${meaningOf(scope, words)}</label
            >`,
        )}`

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns where the code goes: a program on the computer of the person, or a host. */
function target(redirectUri: string, { text }: Words): Html {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'http:' && LOOPBACK.has(hostname)) return html`${text('consent.program')}`
  if (protocol === 'https:') return html`<strong class="target">${host}</strong>`
  return html`${text('consent.program')} (<strong class="target">${protocol}</strong>)`
}
