import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html, type Html } from '../html.ts'
import { portalPage } from '../parts/layout.ts'
import { browserVotes } from './browser-votes.ts'
import { ownList, ownPart, ownTabs } from './own-activity.ts'
import { ownData } from './own-data.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { avatar, publicName } from '../parts/person.ts'
import { profileForm } from '../parts/profile-form.ts'
import { POST_ROW, postList } from '../parts/post-row.ts'
import { day } from '../parts/time.ts'
import { absolute, linkTo, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'

const PERSON = graphql(
  /* GraphQL */ `
    query ($id: Int!, $first: Int, $after: String, $last: Int, $before: String) {
      user(by: { databaseId: $id }) {
        databaseId
        name
        avatarUrl
        role
        createdAt
        posts(first: $first, after: $after, last: $last, before: $before) {
          nodes {
            ...PostRow
          }
          pageInfo {
            hasNextPage
            hasPreviousPage
            startCursor
            endCursor
          }
        }
      }
    }
  `,
  [POST_ROW],
)

type Person = NonNullable<ResultOf<typeof PERSON>['user']>

const PAGE_SIZE = 20

/** A person who has written something public, with their public posts. Their own page also exports their data. */
export const personPage: PortalHandler = async (visit) => {
  const { id = '' } = visit.params
  if (!/^[1-9]\d{0,8}$/.test(id)) return null
  const part = visit.viewer?.databaseId === Number(id) ? ownPart(visit) : null
  const page = part ? { first: 1 } : pageOf(visit, PAGE_SIZE)
  const { user } = await visit.run(PERSON, { id: Number(id), ...page })
  if (!user) return { body: unknownPage(visit) }
  const name = publicName(user)
  const { text, rich } = visit.words
  const isOwn = visit.viewer?.databaseId === user.databaseId
  const body = portalPage(visit, {
    title: name,
    within: [text('posts')],
    canonical: visit.query.after || visit.query.before ? null : absolute(visit, 'u', user.databaseId),
    body: html`<div class="reading">
      <header class="profile">
        ${avatar(user)}
        <div>
          <h1 dir="auto">${name}</h1>
          <div class="meta">
            ${user.role ? html`<span class="tag">${text('team')}</span>` : ''}<span
              >${rich('person.since', { day: day(visit, user.createdAt) })}</span
            >
          </div>
        </div>
      </header>
      ${isOwn && visit.viewer ? html`${await browserVotes(visit, user.databaseId)}${profileForm(visit, visit.viewer)}${ownTabs(visit, user.databaseId)}` : ''}
      <section>${part ? await ownList(visit, user.databaseId, part) : postsOf(visit, user)}</section>
      ${isOwn ? await ownData(visit, user.databaseId) : ''}
    </div>`,
  })
  return { body }
}

const postsOf = (visit: PortalVisit, { databaseId, posts: { nodes, pageInfo } }: Person): Html =>
  html`<h2 class="heading">${visit.words.text('posts')}</h2>
    ${nodes.length > 0 ? postList(visit, nodes) : html`<p class="quiet">${visit.words.text('person.no-posts')}</p>`}
    ${pager(visit, ['u', databaseId], pageInfo)}`

/** Returns the page of a person whom the reader may not know. It is the same whether there is one or not. */
const unknownPage = (visit: PortalVisit): string =>
  portalPage(visit, {
    title: visit.words.text('person.unknown'),
    canonical: null,
    body: html`<div class="empty tall">
      <h1>${visit.words.text('person.unknown')}</h1>
      <p>${visit.words.text('person.unknown-text')}</p>
      <p><a href="${linkTo(visit)}">${visit.words.text('show-all')}</a></p>
    </div>`,
  })
