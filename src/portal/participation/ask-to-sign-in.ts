import { notFound } from '../../lib/errors.ts'
import { firstPage } from '../pages/sign-in-code.ts'
import { PORTAL_HEADERS } from '../response/portal-headers.ts'
import { begunWrite } from '../visit/begun-write.ts'
import { NAME_ONLY } from '../visit/organization.ts'
import { readerLanguage } from '../visit/reader-language.ts'
import { signInAt } from '../visit/sign-in-path.ts'
import { visitorOf } from '../visit/visitor.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

/**
 * Answers the write of a signed-out person with the page that asks for their address. The write is in its form. Other
 * writes, which only people of the organization begin, lead to the page of the sign-in (303).
 */
export async function askToSignIn(participant: Participant, write: Write, status: number): Promise<void> {
  const { request, response, tools, portal, fields, backTo } = participant
  const returnTo = backTo(write.path(participant))
  const begun = begunWrite(request.originalUrl, fields)
  if (!begun) {
    const location = signInAt(returnTo, participant.lang, write.purpose)
    return void response.status(303).set('Location', location).end()
  }
  const { organization } = await participant.run(NAME_ONLY, {}, visitorOf(portal))
  if (!organization) throw notFound('Organization')
  const visit = { base: '', tools, ...readerLanguage(request, organization) }
  const { name, avatarUrl, colorPrimary, signInProviders: providers } = organization
  const page = firstPage(visit, {
    portal: { slug: portal.slug, name, avatarUrl, colorPrimary, path: participant.base || '/', providers },
    ...{ returnTo, begun, purpose: write.purpose },
  })
  response.set(PORTAL_HEADERS).set({ 'Cache-Control': 'no-store', 'Content-Language': visit.words.code })
  response.status(status).type('html').send(page)
}
