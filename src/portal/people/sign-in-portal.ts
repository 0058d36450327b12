import { NAME_ONLY } from '../visit/organization.ts'
import type { SignInPortal } from '../pages/sign-in.ts'
import { readerLanguage } from '../visit/reader-language.ts'
import { visitorOf } from '../visit/visitor.ts'
import type { SessionVisit } from './visit-handler.ts'

/** Longer than every slug. */
const MAX_SLUG = 64

/** Returns the portal of an own host, or that of the path to which a page of the public URL leads. Null for others. */
export const portalOfSignIn = (visit: SessionVisit, returnTo: string): Promise<SignInPortal | null> =>
  portalOf(visit, visit.tools.organization ?? /^\/@([\w-]+)/.exec(returnTo)?.[1])

/** Returns the portal of a slug. The page has its language from then on. Null for an unknown slug. */
export async function portalOf(visit: SessionVisit, slug: string | undefined): Promise<SignInPortal | null> {
  const found = await findBrand(visit, slug)
  if (found) visit.words = readerLanguage(visit.request, found.organization).words
  return found && found.brand
}

/** Returns the name, picture and color of the organization of a slug, with its languages. Null for an unknown slug. */
export async function findBrand(visit: SessionVisit, slug: string | undefined) {
  const { tools } = visit
  if (slug === undefined || slug.length > MAX_SLUG) return null
  const portal = await tools.findPortal({ slug })
  if (!portal) return null
  const { organization } = await visit.run(NAME_ONLY, {}, visitorOf(portal))
  if (!organization) return null
  const { name, avatarUrl, colorPrimary, signInProviders: providers } = organization
  const path = tools.organization === null ? `/@${portal.slug}` : '/'
  return { organization, brand: { slug: portal.slug, name, avatarUrl, colorPrimary, path, providers } }
}
