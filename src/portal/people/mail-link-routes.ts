import express, { type Router } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import {
  invalidLinkPage,
  preferencesPage,
  unsubscribedPage,
  unsubscribePage,
  type MailLink,
} from '../pages/mail-link.ts'
import { choicesOf } from '../pages/preferences-form.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import { wordsOf } from '../visit/words.ts'
import { MAIL_LINK, UNSUBSCRIBE, UPDATE_BY_LINK } from '../pages/notification-documents.ts'
import { visitHandler, type SessionVisit } from './visit-handler.ts'

/**
 * Serves the links of mails about notifications, on the host of the public URL. They need no session. A GET changes
 * nothing, because programs that scan mails follow links. A POST of an unsubscribe link may come from everywhere, since
 * the token is the proof (RFC 8058, section 3.2).
 */
export function mailLinkRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router
    .route('/mail/unsubscribe/:token')
    .get(
      visitHandler(tools, (visit) =>
        show(visit, (link, token) => unsubscribePage({ ...of(visit), link, token })),
      ),
    )
    .post(visitHandler(tools, unsubscribe, { fromEverywhere: true }))
  router
    .route('/mail/preferences/:token')
    .get(
      visitHandler(tools, (visit) =>
        show(visit, (link, token) => preferencesPage({ ...of(visit), link, token, isSaved: false })),
      ),
    )
    .post(visitHandler(tools, update))
  return rejectOtherMethods(router)
}

const tokenOf = ({ request }: SessionVisit) => String(request.params.token)
const of = ({ base, words }: SessionVisit) => ({ base, words })

/** Gives the page the language of the person, if the address names none. */
function speak(visit: SessionVisit, { locale }: MailLink): void {
  if (visit.lang === null && locale !== null) visit.words = wordsOf(locale)
}

async function show(visit: SessionVisit, pageOf: (link: MailLink, token: string) => string): Promise<void> {
  const { mailLink } = await visit.run(MAIL_LINK, { token: tokenOf(visit) }, ANONYMOUS)
  if (!mailLink) return visit.send(404, invalidLinkPage(visit))
  speak(visit, mailLink)
  visit.send(200, pageOf(mailLink, tokenOf(visit)))
}

/** Ends the mails of a link. A program receives 200 without a body, and a form of the page the next page. */
async function unsubscribe(visit: SessionVisit): Promise<void> {
  const token = tokenOf(visit)
  const link = await found(visit, async () => {
    const { unsubscribeByMailLink } = await visit.run(UNSUBSCRIBE, { token }, ANONYMOUS)
    return unsubscribeByMailLink.mailLink
  })
  if (!link) return
  if (visit.request.query.page === undefined) return void visit.response.status(200).end()
  speak(visit, link)
  visit.send(200, unsubscribedPage({ ...of(visit), link }))
}

async function update(visit: SessionVisit): Promise<void> {
  const token = tokenOf(visit)
  const fields = await visit.read()
  const { mailLink: before } = await visit.run(MAIL_LINK, { token }, ANONYMOUS)
  if (!before) return visit.send(404, invalidLinkPage(visit))
  const link = await found(visit, async () => {
    const variables = { token, ...choicesOf(before.preferences, fields) }
    const { updatePreferencesByMailLink } = await visit.run(UPDATE_BY_LINK, variables, ANONYMOUS)
    return updatePreferencesByMailLink.mailLink
  })
  if (!link) return
  speak(visit, link)
  visit.send(200, preferencesPage({ ...of(visit), link, token, isSaved: true }))
}

/** Returns the link after a change. Sends the page of an invalid one, and returns null. */
async function found(visit: SessionVisit, change: () => Promise<MailLink>): Promise<MailLink | null> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
    visit.send(404, invalidLinkPage(visit))
    return null
  }
}
