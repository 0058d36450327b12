import { graphql } from '../../lib/graphql-client/graphql.ts'
import { absolute, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'

/** Finds the object of a path at the source of an import. */
const IMPORTED = graphql(/* GraphQL */ `
  query ($path: String!) {
    importedPost(path: $path) {
      slug
    }
    importedChangelog(path: $path) {
      slug
    }
  }
`)

/**
 * Returns a handler that leads from an address of the service before to the imported object, on the organization's own
 * host and where `handler` has no page. Objects that the reader may not see have no address, as those that do not
 * exist.
 */
export const orOldAddress =
  (handler: PortalHandler): PortalHandler =>
  async (visit) => {
    const page = await handler(visit)
    const path = page || visit.base !== '' ? null : decodedPath(visit)
    if (path === null) return page
    const { importedPost, importedChangelog } = await visit.run(IMPORTED, { path })
    if (importedPost) return { redirect: absolute(visit, 'p', importedPost.slug), status: 301 }
    return importedChangelog
      ? { redirect: absolute(visit, 'changelog', importedChangelog.slug), status: 301 }
      : null
  }

/** Returns the path of a request without its query. Null for a path that is not percent-encoded UTF-8. */
function decodedPath({ path }: PortalVisit): string | null {
  try {
    return decodeURIComponent(path.split('?', 1)[0] ?? '')
  } catch {
    return null
  }
}
