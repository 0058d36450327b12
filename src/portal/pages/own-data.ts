import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html, type Html } from '../html.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import { alertOf } from '../parts/alert.ts'
import { day } from '../parts/time.ts'

/** Exports of the person's own data. */
export const OWN_EXPORTS = graphql(/* GraphQL */ `
  query {
    viewer {
      exports {
        state
        download {
          name
          url
          expiresAt
        }
      }
    }
  }
`)

type Exports = NonNullable<ResultOf<typeof OWN_EXPORTS>['viewer']>['exports']

/** Returns whether an export waits or is being written. The person gets no second one until its end. */
export const isWriting = (exports: Exports | undefined): boolean =>
  exports?.some(({ state }) => state === 'WAITING' || state === 'RUNNING') ?? false

/** Returns the part of a person's own page that exports what is stored about them. */
export async function ownData(visit: PortalVisit, id: number): Promise<Html> {
  const { viewer } = await visit.run(OWN_EXPORTS, {})
  const exports = viewer?.exports ?? []
  const { text } = visit.words
  return html`<section class="own">
    <h2 class="heading">${text('data')}</h2>
    <p class="quiet">${text('data.text', { name: visit.organization.name })}</p>
    ${alertOf(visit)} ${files(visit, exports)}
    ${isWriting(exports) ? waiting(visit) : form(visit, { id, hasFailed: exports[0]?.state === 'FAILED' })}
  </section>`
}

function files(visit: PortalVisit, exports: Exports): Html | '' {
  const downloads = exports.flatMap(({ download }) => download ?? [])
  const { text, rich } = visit.words
  if (downloads.length === 0) return ''
  return html`<ul>
    ${downloads.map(
      ({ name, url, expiresAt }) =>
        html`<li>
          <a href="${url}">${text('data.download', { name })}</a>
          <span class="quiet">${rich('data.until', { day: day(visit, expiresAt) })}</span>
        </li>`,
    )}
  </ul>`
}

const waiting = ({ path, words }: PortalVisit): Html =>
  html`<p role="status">${words.text('data.waiting')} <a href="${path}">${words.text('data.check')}</a></p>`

const form = (visit: PortalVisit, { id, hasFailed }: { id: number; hasFailed: boolean }): Html =>
  html`${hasFailed ? html`<p>${visit.words.text('data.failed')}</p>` : ''}
    <form method="post" action="${linkTo(visit, ['u', id, 'export'])}">
      <button class="button plain">${visit.words.text('data.export')}</button>
    </form>`
