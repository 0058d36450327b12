import type { ResultOf } from 'gql.tada'
import { html, type Html } from '../html.ts'
import { alert, page } from '../parts/page.ts'
import { preferencesForm } from './preferences-form.ts'
import type { MAIL_LINK } from './notification-documents.ts'
import type { Words } from '../visit/words.ts'

export type MailLink = NonNullable<ResultOf<typeof MAIL_LINK>['mailLink']>

/** State of a page of a link. `token` is that of the link. */
type Shown = { base: string; words: Words; link: MailLink; token: string }

/** Returns the page that asks whether the mails of a link end. Its button does it. */
export function unsubscribePage({ base, words, link, token }: Shown): string {
  const { text } = words
  const question = link.isAboutPost
    ? 'notify.stop-post'
    : link.kind === null
      ? 'notify.stop-all'
      : 'notify.stop-kind'
  const body = html`<h1>${text('notify.stop')}</h1>
    <p>${text(question, { email: link.maskedEmail })}</p>
    ${link.kind === null ? '' : html`<p><b>${text(`notify.${link.kind}`)}</b></p>`}
    <form method="post" action="${base}/mail/unsubscribe/${token}?page=1">
      <div class="actions"><button>${text('notify.stop')}</button></div>
    </form>
    ${toPreferences({ base, words, link })}`
  return framed({ base, words, link, title: text('notify.stop'), body })
}

/** Returns the page after the mails of a link have ended, with the way to all choices. */
export function unsubscribedPage({ base, words, link }: Omit<Shown, 'token'>): string {
  const { text } = words
  const body = html`<h1>${text('notify.stop')}</h1>
    <p role="status">${text('notify.stopped', { email: link.maskedEmail })}</p>
    ${toPreferences({ base, words, link })}`
  return framed({ base, words, link, title: text('notify.stop'), body })
}

const toPreferences = ({ base, words, link }: Omit<Shown, 'token'>): Html =>
  html`<p class="back">
    <a href="${base}/mail/preferences/${link.preferencesToken}">${words.text('notify.choose')}</a>
  </p>`

/** Returns the page of all choices of a person. */
export function preferencesPage({ base, words, link, token, isSaved }: Shown & { isSaved: boolean }): string {
  const { text } = words
  const body = html`<h1>${text('notify.choose')}</h1>
    <p class="quiet">${text('notify.to', { name: link.organizationName, email: link.maskedEmail })}</p>
    ${isSaved ? html`<p role="status">${text('notify.saved')}</p>` : ''}
    ${preferencesForm(words, `${base}/mail/preferences/${token}`, link.preferences)}`
  return framed({ base, words, link, title: text('notify.choose'), body })
}

/** Returns the page of a token that is not valid. */
export function invalidLinkPage({ base, words }: Pick<Shown, 'base' | 'words'>): string {
  return page({
    base,
    words,
    title: words.text('notify'),
    body: alert(words.text('notify.invalid')) || html``,
  })
}

const framed = ({ base, words, link, title, body }: Omit<Shown, 'token'> & { title: string; body: Html }) =>
  page({
    ...{ base, words, title, body },
    brand: {
      name: link.organizationName,
      avatarUrl: link.avatarUrl,
      colorPrimary: link.colorPrimary,
      path: `${base}/@${link.organizationSlug}`,
    },
  })
