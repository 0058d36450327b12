import { markdownToHtml } from '../../lib/rich-text/markdown.ts'
import { html, type Html } from '../html.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import { alertOf, withMarks } from './alert.ts'

const MAX_TITLE = 200
const MAX_BODY = 20_000

/** Name of the hidden field that identifies a form of the page: `post`, or the id of a comment. */
const EDITED = 'edited'

/** Whether the draft of a page is that of an edit. */
export const isEdit = ({ draft }: PortalVisit): boolean => draft?.fields[EDITED] !== undefined

type OwnPost = {
  slug: string
  title: string
  description?: string
  descriptionHtml: string
  updatedAt: Date | string
  submitter: { databaseId: number }
}

/** Returns the form in which the submitter changes a post. Nothing for everybody else. */
export function postEditForm(visit: PortalVisit, post: OwnPost): Html | '' {
  if (visit.viewer?.databaseId !== post.submitter.databaseId) return ''
  const { text } = visit.words
  const draft = draftOf(visit, 'post')
  return html`<details class="reply edit" ${draft ? 'open' : ''}>
    <summary>${text('edit')}</summary>
    ${draft ? alertOf(visit) : ''}
    <form class="fields" method="post" action="${linkTo(visit, ['p', post.slug, 'edit'])}">
      <input type="hidden" name="${EDITED}" value="post" />
      <input type="hidden" name="since" value="${timeOf(post.updatedAt)}" />
      <label for="edit-title">${text('new.title')}</label>
      <input
        dir="auto"
        id="edit-title"
        name="title"
        value="${draft?.title ?? post.title}"
        maxlength="${MAX_TITLE}"
        required
      />
      <label for="edit-description">${text('new.details')}</label>
      ${withMarks(
        visit,
        html`<textarea dir="auto" id="edit-description" name="description" rows="7">
${draft?.description ?? post.description ?? ''}</textarea>`,
      )}
      ${isFormatted(post.descriptionHtml, post.description) ? html`<p class="quiet">${text('edit.formatting')}</p>` : ''}
      <div class="actions"><button class="button">${text('save')}</button></div>
    </form>
  </details>`
}

type OwnComment = {
  databaseId: number
  body?: string
  bodyHtml: string
  author: { databaseId: number } | null
}

/** Returns the forms in which the author changes and deletes a comment. Nothing for everybody else. */
export function commentEditForm(visit: PortalVisit, slug: string, comment: OwnComment): Html | '' {
  const { databaseId, body, bodyHtml, author } = comment
  if (!author || visit.viewer?.databaseId !== author.databaseId) return ''
  const { text } = visit.words
  const draft = draftOf(visit, String(databaseId))
  const path = ['p', slug, 'comments', databaseId]
  return html`<details class="reply edit" ${draft ? 'open' : ''}>
    <summary>${text('edit')}</summary>
    ${draft ? alertOf(visit) : ''}
    <form class="fields" method="post" action="${linkTo(visit, path)}">
      <input type="hidden" name="${EDITED}" value="${databaseId}" />
      ${withMarks(
        visit,
        html`<textarea
          dir="auto"
          name="text"
          rows="4"
          maxlength="${MAX_BODY}"
          required
          aria-label="${text('comment.yours')}"
        >
${draft?.text ?? body ?? ''}</textarea>`,
      )}
      ${isFormatted(bodyHtml, body) ? html`<p class="quiet">${text('edit.formatting')}</p>` : ''}
      <div class="actions">
        <button class="button">${text('save')}</button>
        <button class="button plain" name="delete" value="yes" formnovalidate>
          ${text('comment.delete')}
        </button>
      </div>
    </form>
  </details>`
}

/** Returns what was sent in the form of a post or comment that was not accepted. */
const draftOf = ({ draft }: PortalVisit, edited: string) =>
  draft?.fields[EDITED] === edited ? draft.fields : null

/** Whether a text has more than paragraphs and the marks of its plain text, which a change of that removes. */
const isFormatted = (markup: string, plain = '') =>
  /<(?!\/?(p|br)\b)/.test(markup) && markdownToHtml(withPaths(plain)) !== withPaths(markup)

/** Returns a text in which uploaded pictures have their path, as they are stored. */
const withPaths = (text: string) => text.replaceAll(/\bhttps?:\/\/[^\s"'()/]+(?=\/uploads\/)/g, '')

const timeOf = (moment: Date | string) => new Date(moment).toISOString()
