import { ANONYMOUS } from '../../auth/caller.ts'
import { makePage } from './make-page.ts'
import { previewPage } from '../pages/entry.ts'
import { PREVIEW_HEADERS } from './portal-headers.ts'
import type { PortalRequest } from '../visit/visit.ts'
import { servePage } from './serve-page.ts'
import { visitorOf } from '../visit/visitor.ts'

/**
 * Sends the page of a changelog entry before its publication, to the bearer of its address. Beside the entry it shows
 * what visitors see, also of a portal that is closed to them.
 */
export async function servePreview(asked: PortalRequest): Promise<void> {
  const { tools, request, response, portal } = asked
  const entry = tools.portals.readPreview(portal.id, String(request.params.token))
  if (entry === null) return servePage(asked, { handler: async () => null })
  await tools.charge(request, response, ANONYMOUS)
  const caller = { ...visitorOf(portal), visits: 'public' as const, previews: entry.databaseId }
  const { status, type, body } = await makePage(asked, { handler: previewPage(entry.id) }, caller)
  response.status(status).set(PREVIEW_HEADERS).type(type).end(body)
}
