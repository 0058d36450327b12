import type { Request, Response } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { makePage } from './make-page.ts'
import { previewPage } from '../pages/entry.ts'
import { PREVIEW_HEADERS } from './portal-headers.ts'
import type { PublicTools } from '../visit/public-tools.ts'
import { servePage } from './serve-page.ts'
import { visitorOf, type Served } from '../visit/visitor.ts'

/**
 * Sends the page of a changelog entry before its publication, to the bearer of its address. Beside the entry it shows
 * what visitors see, also of a portal that is closed to them.
 */
export async function servePreview(
  tools: PublicTools,
  served: Served,
  request: Request,
  response: Response,
): Promise<void> {
  const { portal, base } = served
  const entry = tools.readPreview(portal.id, String(request.params.token))
  if (entry === null) {
    const missing = { ...served, handler: async () => null, isDocument: false }
    return servePage(tools, missing, request, response)
  }
  await tools.charge(request, response, ANONYMOUS)
  const caller = { ...visitorOf(portal), visits: 'public' as const, previews: entry.databaseId }
  const page = { base, handler: previewPage(entry.id), isDocument: false }
  const { status, type, body } = await makePage(tools, page, request, caller)
  response.status(status).set(PREVIEW_HEADERS).type(type).end(body)
}
