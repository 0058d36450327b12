import { html, type Html } from '../html.ts'
import { formTokenField } from '../visit/form-token.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import { alertOf, blankAttributes, blankOf, withMarks } from './alert.ts'

const MAX_BODY = 20_000
/** The same for signed-out people, whose requests are smaller. */
const MAX_BODY_SIGNED_OUT = 5_000

/** Returns the form of a comment on a post. That of signed-out people leads to a page that asks for their address. */
export function commentForm(visit: PortalVisit, slug: string): Html {
  const { text } = visit.words
  const isReply = Boolean(visit.draft?.fields.parent)
  return html`<form
    class="fields"
    method="post"
    action="${linkTo(visit, ['p', slug, 'comments'])}"
    ${visit.viewer ? '' : 'data-sheet'}
  >
    ${visit.viewer ? formTokenField(visit) : ''}
    <label for="body">${text('comment.yours')}</label>
    ${isReply ? '' : blankOf(visit, 'body', text('comment.yours'))}
    ${withMarks(
      visit,
      html`<textarea
        dir="auto"
        id="body"
        name="body"
        rows="4"
        maxlength="${visit.viewer ? MAX_BODY : MAX_BODY_SIGNED_OUT}"
        required
        ${isReply ? '' : blankAttributes(visit, 'body')}
      >
${draftOf(visit, null)}</textarea>`,
    )}
    <div class="actions"><button class="button">${text('comment')}</button></div>
  </form>`
}

/** Returns the form of a reply, which is closed until it is used. Nothing for signed-out people. */
export function replyForm(visit: PortalVisit, slug: string, parent: number): Html | '' {
  if (!visit.viewer) return ''
  const { text } = visit.words
  const isDraft = visit.draft?.fields.parent === String(parent)
  return html`<details class="reply" ${isDraft ? 'open' : ''}>
    <summary>${text('reply')}</summary>
    ${isDraft ? alertOf(visit) : ''} ${isDraft ? blankOf(visit, 'body', text('reply.yours')) : ''}
    <form class="fields" method="post" action="${linkTo(visit, ['p', slug, 'comments'])}">
      ${formTokenField(visit)}
      <input type="hidden" name="parent" value="${parent}" />
      ${withMarks(
        visit,
        html`<textarea
          dir="auto"
          name="body"
          rows="3"
          maxlength="${MAX_BODY}"
          required
          aria-label="${text('reply.yours')}"
          ${isDraft ? blankAttributes(visit, 'body') : ''}
        >
${draftOf(visit, parent)}</textarea>`,
      )}
      <div class="actions"><button class="button">${text('reply')}</button></div>
    </form>
  </details>`
}

const draftOf = ({ draft }: PortalVisit, parent: number | null) =>
  (draft?.fields.parent ?? '') === String(parent ?? '') ? (draft?.fields.body ?? '') : ''
