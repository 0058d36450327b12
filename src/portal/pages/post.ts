import { html, type Html } from '../html.ts'
import { codeOf } from '../visit/languages.ts'
import { portalPage } from '../parts/layout.ts'
import { alertOf } from '../parts/alert.ts'
import { commentForm } from '../parts/comment-form.ts'
import { answerOf, threads } from '../parts/comments.ts'
import { isEdit, postEditForm } from '../parts/edit-forms.ts'
import { dotted } from '../parts/dot.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { person } from '../parts/person.ts'
import { voteButton } from '../parts/vote-button.ts'
import { day } from '../parts/time.ts'
import { absolute, linkTo, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'
import { written } from '../parts/sanitized-html.ts'
import { dataOf } from './post-data.ts'
import { POST, SURVIVING, type Post } from './post-documents.ts'

const PAGE_SIZE = 50

/** One post with its comments. */
export const postPage: PortalHandler = async (visit) => {
  const { slug = '' } = visit.params
  const { post } = await visit.run(POST, {
    slug,
    isSignedIn: visit.viewer !== null,
    ...pageOf(visit, PAGE_SIZE),
  })
  if (!post || post.mergedInto) {
    const { survivingPost } = await visit.run(SURVIVING, { slug })
    const target = survivingPost ?? post?.mergedInto
    return target ? { redirect: linkTo(visit, ['p', target.slug]) } : null
  }
  const body = portalPage(visit, {
    title: post.title,
    within: [post.bucket.name],
    ...aboutOf(post),
    section: 'feedback',
    canonical: visit.query.after || visit.query.before ? null : absolute(visit, 'p', post.slug),
    data: dataOf(visit, post),
    body: html`${crumbsOf(visit, post)}
      <div class="columns">
        <article class="single">
          <header class="titled">
            ${voteButton(visit, post)}
            <div>
              <h1 dir="auto">${post.title}</h1>
              <div class="meta">
                ${person(visit, post.submitter)}<span>${day(visit, post.createdAt)}</span>${dotted(post.status)}
              </div>
            </div>
          </header>
          ${post.approvalStatus === 'PENDING' ? html`<p class="note">${visit.words.text('post.pending')}</p>` : ''}
          <div class="prose" dir="auto">${written(visit, post.descriptionHtml)}</div>
          ${postEditForm(visit, post)} ${commentsOf(visit, post)}
        </article>
        ${facts(visit, post)}
      </div>`,
  })
  return { body }
}

const crumbsOf = (visit: PortalVisit, { bucket }: Post): Html =>
  html`<p class="crumbs">
    <a href="${linkTo(visit)}">${visit.words.text('feedback')}</a> <span aria-hidden="true">/</span>
    <a href="${linkTo(visit, ['b', bucket.slug])}" dir="auto">${bucket.name}</a>
  </p>`

const commentsOf = (visit: PortalVisit, { slug, commentsCount, comments, answer }: Post): Html =>
  html`<section class="talk" aria-labelledby="comments">
    ${answer ? answerOf(visit, answer) : ''}
    <h2 id="comments">${visit.words.count('comments', commentsCount)}</h2>
    ${comments.nodes.length > 0 ? threads(visit, slug, comments.nodes) : html`<p class="quiet">${visit.words.text('post.no-comments')}</p>`}
    ${pager(visit, ['p', slug], comments.pageInfo)}
    ${visit.draft?.fields.parent || isEdit(visit) ? '' : alertOf(visit)} ${commentForm(visit, slug)}
  </section>`

/** Returns what links to a page show of its post. */
const aboutOf = ({ preview, descriptionHtml }: { preview: string; descriptionHtml: string }) => ({
  description: preview,
  pictured: descriptionHtml,
})

/** Returns the published entries about a post in the language of the page, else in that of the portal, or else all. */
function entriesOf({ organization, words }: PortalVisit, { changelogs }: Post) {
  const nodes = changelogs.nodes.filter(({ publishedAt }) => publishedAt !== null)
  const read = nodes.filter(({ locale }) => codeOf(locale) === words.code)
  const own = nodes.filter(({ locale }) => locale === organization.defaultLocale)
  return [read, own].find((some) => some.length > 0) ?? nodes
}

function facts(visit: PortalVisit, post: Post): Html {
  const { text } = visit.words
  const { status, bucket, tags } = post
  const entries = entriesOf(visit, post)
  return html`<aside>
    <dl class="facts">
      <dt>${text('status')}</dt>
      <dd>${dotted(status)}</dd>
      <dt>${text('board')}</dt>
      <dd><a href="${linkTo(visit, ['b', bucket.slug])}" dir="auto">${bucket.name}</a></dd>
      ${visit.viewer ? subscriptionOf(visit, post) : ''}
      ${
        tags.length > 0
          ? html`<dt>${text('tags')}</dt>
              <dd class="wrap">${tags.map(dotted)}</dd>`
          : ''
      }
      ${
        entries.length > 0
          ? html`<dt>${text('post.in-changelog')}</dt>
              ${entries.map(
                (entry) =>
                  html`<dd><a href="${linkTo(visit, ['changelog', entry.slug])}">${entry.title}</a></dd>`,
              )}`
          : ''
      }
    </dl>
  </aside>`
}

/** Returns the button that starts or ends the subscription of the reader. */
const subscriptionOf = (visit: PortalVisit, { slug, viewerSubscribed }: Post): Html =>
  html`<dt>${visit.words.text('post.news')}</dt>
    <dd>
      <form method="post" action="${linkTo(visit, ['p', slug, 'subscription'])}">
        <button class="link" name="subscribe" value="${viewerSubscribed ? 'no' : 'yes'}">
          ${visit.words.text(viewerSubscribed ? 'unsubscribe' : 'subscribe')}
        </button>
      </form>
    </dd>`
