import { NAME_ONLY } from '../visit/organization.ts'
import type { SignInPortal } from '../pages/sign-in.ts'
import { readerLanguage } from '../visit/reader-language.ts'
import { visitorOf } from '../visit/visitor.ts'
import type { SessionVisit } from './visit-handler.ts'

/** Longer than every slug. */
const MAX_SLUG = 64

/**
 * Returns the portal of an own host, or that of the path to which a sign-in page of the public URL leads. The page has
 * its language from then on. Null for other paths.
 */
export async function portalOfSignIn(visit: SessionVisit, returnTo: string): Promise<SignInPortal | null> {
  const { request, tools } = visit
  const own = tools.organization
  const slug = own ?? /^\/@([\w-]+)/.exec(returnTo)?.[1]
  if (slug === undefined || slug.length > MAX_SLUG) return null
  const portal = await tools.findPortal({ slug })
  if (!portal) return null
  const { organization } = await visit.run(NAME_ONLY, {}, visitorOf(portal))
  if (!organization) return null
  visit.words = readerLanguage(request, organization).words
  const { name, avatarUrl } = organization
  return { name, avatarUrl, path: own === null ? `/@${portal.slug}` : '/' }
}
