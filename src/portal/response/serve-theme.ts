import { ANONYMOUS } from '../../auth/caller.ts'
import { notFound } from '../../lib/errors.ts'
import { sendCompressed } from '../../lib/http/compressed.ts'
import { NAME_ONLY } from '../visit/organization.ts'
import { IMMUTABLE } from '../assets/immutable.ts'
import type { PortalRequest } from '../visit/visit.ts'
import { runnerOf } from '../visit/run.ts'
import { compressedTheme, themeVersion } from '../assets/theme.ts'
import { visitorOf } from '../visit/visitor.ts'

/** Sends the style sheet of an organization. Browsers keep the one that its page names for a year. */
export async function serveTheme(asked: PortalRequest): Promise<void> {
  const { tools, request, response, portal } = asked
  await tools.charge(request, response, ANONYMOUS)
  const { organization } = await runnerOf(asked, () => visitorOf(portal))(NAME_ONLY, {})
  if (!organization) throw notFound('Organization')
  const isCurrent = request.query.v === themeVersion(organization)
  response.set(isCurrent ? IMMUTABLE : { 'Cache-Control': 'no-cache' })
  sendCompressed(await compressedTheme(organization), request, response.type('text/css'))
}
