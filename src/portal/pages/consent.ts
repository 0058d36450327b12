import { html, type Html } from '../html.ts'
import { alert, page, type PageBrand } from '../parts/page.ts'
import type { Words } from '../visit/words.ts'
import { agentScopes, agentTarget } from './agent-consent.ts'
import { isReading, meaningOf, type Scope } from './consent-scopes.ts'
import { accountLine, appMaker, type AskingApp } from './sign-in.ts'

/** A validated authorization request and the organizations of the person. */
export type ConsentView = {
  app: AskingApp & { webhookUrl: string | null; subscribedWebhookEvents: string[] }
  redirectUri: string
  actorMode: 'APP' | 'SELF'
  requestedScopes: Scope[]
  organizations: {
    organization: { databaseId: number; slug: string; name: string }
    installed: boolean
    grantedScopes: Scope[] | null
    grantableScopes: Scope[]
  }[]
}

/** State of the page. `fields` are sent with the answer, `path` is the address of the request. */
type State = {
  base: string
  words: Words
  path: string
  name: string
  fields: Record<string, string | undefined>
  /** Name of an event for people. */
  eventName: (event: string) => string
  /** The only organization that the person can choose. Null with several. */
  brand: PageBrand | null
  problem?: string | null
}

/** Returns the page on which a person allows or denies an app. Every name of the app is text. */
export function consentPage(
  view: ConsentView,
  { base, words, path, name, fields, eventName, brand, problem }: State,
): string {
  const { app, organizations, redirectUri, actorMode } = view
  const { text } = words
  const isAgent = app.kind !== 'REGISTERED'
  const nowhere = organizations.length === 0 ? text(isAgent ? 'consent.no-agents' : 'consent.nowhere') : null
  const body = html`<form method="post" action="${base}/oauth/authorize">
      ${hidden(fields)}
      <h1>${text('consent.heading', { app: app.name })}</h1>
      ${appMaker(app, words)}
      ${alert(problem ?? nowhere)}${picker(organizations, words)}${
        isAgent ? agentScopes(view, words) : html`${scopes(view, words)}${differences(view, words)}`
      }
      <h2>${text('consent.acts')}</h2>
      <p>${text(ACTS[actorMode])}</p>
      ${events(view, eventName, words)}
      <h2>${text('consent.then')}</h2>
      <p>${isAgent ? agentTarget(redirectUri, words) : host(redirectUri)}</p>
      <div class="actions">
        ${nowhere ? '' : html`<button name="answer" value="allow">${text('consent.allow')}</button>`}
        <button name="answer" value="deny" class="plain" formnovalidate>${text('consent.deny')}</button>
      </div>
    </form>
    <hr />
    ${accountLine({ base, words }, { name, returnTo: base + path })}`
  return page({ base, words, title: text('consent.title', { app: app.name }), brand, body })
}

const host = (redirectUri: string) => html`<strong class="target">${new URL(redirectUri).host}</strong>`

const ACTS = { APP: 'consent.acts-app', SELF: 'consent.acts-self' } as const

const hidden = (fields: State['fields']) =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`],
  )

function picker(organizations: ConsentView['organizations'], { text }: Words): Html | '' {
  const connected = ` (${text('consent.connected')})`
  const [first, ...others] = organizations
  if (!first) return ''
  if (others.length === 0)
    return html`<input type="hidden" name="organization" value="${first.organization.databaseId}" />
      <h2>${text('consent.into')}</h2>
      <p><strong>${first.organization.name}</strong>${first.installed ? connected : ''}</p>`
  return html`<label
    >${text('consent.into')}
    <select name="organization" required>
      ${organizations.map(
        ({ organization: { databaseId, name }, installed }) =>
          html`<option value="${databaseId}">${name}${installed ? connected : ''}</option>`,
      )}
    </select></label
  >`
}

type Shown = { kind?: string; isNew?: (item: Scope) => boolean }

const list = (words: Words, title: string, items: Scope[], { kind = '', isNew = () => false }: Shown) =>
  items.length === 0
    ? ''
    : html`<h2>${title}</h2>
        <ul class="${kind}">
          ${items.map(
            (item) =>
              html`<li>
                ${meaningOf(item, words)}${isNew(item) ? html` <b class="new">${words.text('consent.new')}</b>` : ''}
              </li>`,
          )}
        </ul>`

/** Returns the requested scopes. With one organization, those that its connection does not have yet are marked. */
function scopes({ requestedScopes, organizations }: ConsentView, words: Words): Html {
  const granted = organizations.length === 1 ? organizations[0]?.grantedScopes : null
  const isNew = (scope: Scope) => granted != null && !has(granted, scope)
  const changes = requestedScopes.filter((scope) => !isReading(scope))
  const reads = list(words, words.text('consent.reads'), requestedScopes.filter(isReading), { isNew })
  return html`${reads}${list(words, words.text('consent.changes'), changes, { kind: 'changes', isNew })}`
}

const has = (scopes: Scope[], { name }: Scope) => scopes.some((scope) => scope.name === name)

/**
 * Returns the scopes that the consent removes from each existing connection. With several organizations, also
 * those that it adds.
 */
function differences({ organizations, requestedScopes }: ConsentView, words: Words): Html[] {
  const { text } = words
  const without = (some: Scope[], others: Scope[]) => some.filter((scope) => !has(others, scope))
  return organizations.flatMap(({ organization: { name }, grantedScopes }) =>
    grantedScopes === null
      ? []
      : [
          html`${
            organizations.length > 1
              ? list(words, text('consent.new-in', { name }), without(requestedScopes, grantedScopes), {
                  kind: 'added',
                })
              : ''
          }${list(words, text('consent.no-longer', { name }), without(grantedScopes, requestedScopes), { kind: 'removed' })}`,
        ],
  )
}

function events(
  { app, requestedScopes }: ConsentView,
  eventName: State['eventName'],
  { text, count }: Words,
): Html | '' {
  const { webhookUrl, subscribedWebhookEvents } = app
  if (webhookUrl === null || !hasEvents({ app, requestedScopes })) return ''
  return html`<h2>${text('consent.receives', { host: new URL(webhookUrl).host })}</h2>
    <input type="hidden" name="events" value="selected" />
    <details>
      <summary>${count('consent.events', subscribedWebhookEvents.length)}</summary>
      ${subscribedWebhookEvents.map(
        (event) =>
          html`<label class="option"
            ><input type="checkbox" name="event.${event}" checked /> ${eventName(event)}</label
          >`,
      )}
    </details>`
}

/** Whether the app would receive events. */
const hasEvents = ({ app, requestedScopes }: Pick<ConsentView, 'app' | 'requestedScopes'>): boolean =>
  app.subscribedWebhookEvents.length > 0 && requestedScopes.some(({ name }) => name === 'webhooks:manage')
