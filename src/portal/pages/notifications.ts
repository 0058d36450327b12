import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html, type Html } from '../html.ts'
import { alertOf } from '../parts/alert.ts'
import { portalPage } from '../parts/layout.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { preferencesForm } from './preferences-form.ts'
import { day } from '../parts/time.ts'
import { PREFERENCES } from './notification-documents.ts'
import { linkTo, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'
import { signInAt } from '../visit/sign-in-path.ts'

const NOTIFICATIONS = graphql(
  /* GraphQL */ `
    query ($first: Int, $after: String, $last: Int, $before: String) {
      notifications(first: $first, after: $after, last: $last, before: $before) {
        nodes {
          id
          kinds
          createdAt
          readAt
          post {
            slug
            title
            status {
              name
            }
          }
          changelog {
            slug
            title
          }
          comments {
            databaseId
            preview
            author {
              name
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
      notificationPreferences {
        ...Preferences
        mutedPosts {
          slug
          title
        }
      }
    }
  `,
  [PREFERENCES],
)

type Data = ResultOf<typeof NOTIFICATIONS>
type Item = Data['notifications']['nodes'][number]

const PAGE_SIZE = 20

/** The bell of the signed-in person, newest first, with the choices. */
export const notificationsPage: PortalHandler = async (visit) => {
  const { words, path, lang, viewer } = visit
  const title = words.text('notify')
  if (!viewer) return { redirect: signInAt(path, lang), status: 303 }
  const { notifications, notificationPreferences } = await visit.run(NOTIFICATIONS, pageOf(visit, PAGE_SIZE))
  const { nodes, pageInfo } = notifications
  const body = portalPage(visit, {
    title,
    canonical: null,
    body: html`<div class="reading">
      <h1>${title}</h1>
      ${alertOf(visit)} ${markAll(visit, nodes)}
      ${
        nodes.length > 0
          ? html`<ol class="bell">
              ${nodes.map((item) => itemOf(visit, item))}
            </ol>`
          : html`<div class="empty"><p>${words.text('notify.empty')}</p></div>`
      }
      ${pager(visit, ['notifications'], pageInfo)}
      <section class="own">
        <h2 class="heading">${words.text('notify.choose')}</h2>
        ${
          notificationPreferences &&
          preferencesForm(words, linkTo(visit, ['notifications', 'preferences']), notificationPreferences)
        }
      </section>
      ${mutedPosts(visit, notificationPreferences?.mutedPosts ?? [])}
    </div>`,
  })
  return { body }
}

/** Returns the posts whose notifications the person has ended, each with the button that begins them again. */
function mutedPosts(visit: PortalVisit, posts: readonly { slug: string; title: string }[]): Html | '' {
  const { text } = visit.words
  if (posts.length === 0) return ''
  return html`<section class="own">
    <h2 class="heading">${text('notify.muted')}</h2>
    <ul class="muted">
      ${posts.map(
        ({ slug, title }) =>
          html`<li>
            <a dir="auto" href="${linkTo(visit, ['p', slug])}">${title}</a>
            <form method="post" action="${linkTo(visit, ['p', slug, 'subscription'])}">
              <button class="link" name="subscribe" value="yes" aria-label="${text('subscribe')}: ${title}">
                ${text('subscribe')}
              </button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`
}

/** Returns the form that marks the first item and all before it as read. Nothing if all are. */
function markAll(visit: PortalVisit, nodes: readonly Item[]): Html | '' {
  const [newest] = nodes
  if (!newest || nodes.every(({ readAt }) => readAt !== null)) return ''
  return html`<form class="read-all" method="post" action="${linkTo(visit, ['notifications', 'read'])}">
    <input type="hidden" name="id" value="${newest.id}" />
    <button class="link">${visit.words.text('notify.all-read')}</button>
  </form>`
}

function itemOf(visit: PortalVisit, item: Item): Html {
  const { text } = visit.words
  const { post, changelog, kinds, readAt, createdAt } = item
  const comment = item.comments.at(-1)
  const to = post
    ? `${linkTo(visit, ['p', post.slug])}${comment ? `#comment-${comment.databaseId}` : ''}`
    : changelog
      ? linkTo(visit, ['changelog', changelog.slug])
      : (visit.console ?? linkTo(visit))
  const labels = kinds.map((kind) =>
    kind === 'POST_STATUS_CHANGED' && post
      ? `${text(`notify.${kind}`)}: ${post.status.name}`
      : text(`notify.${kind}`),
  )
  return html`<li ${readAt === null ? html`class="unread"` : ''}>
    <a href="${to}"
      ><span class="meta">${labels.join(' · ')} · ${day(visit, createdAt)}</span>
      <b dir="auto">${post?.title ?? changelog?.title ?? ''}</b>
      ${comment ? html`<span class="quiet" dir="auto">${comment.author?.name}: ${comment.preview}</span>` : ''}</a
    >
  </li>`
}
