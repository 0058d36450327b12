import type { Request, Response } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { notFound } from '../../lib/errors.ts'
import type { Portal } from '../../auth/portal-base.ts'
import { sendCompressed } from '../../lib/http/compressed.ts'
import { NAME_ONLY } from '../visit/organization.ts'
import { IMMUTABLE } from '../assets/immutable.ts'
import type { PublicTools } from '../visit/public-tools.ts'
import { runnerOf } from '../visit/run.ts'
import { compressedTheme, themeVersion } from '../assets/theme.ts'
import { visitorOf } from '../visit/visitor.ts'

/** Sends the style sheet of an organization. Browsers keep the one that its page names for a year. */
export async function serveTheme(
  tools: PublicTools,
  { portal }: { portal: Portal },
  request: Request,
  response: Response,
): Promise<void> {
  await tools.charge(request, response, ANONYMOUS)
  const { organization } = await runnerOf(tools, request, visitorOf(portal))(NAME_ONLY, {})
  if (!organization) throw notFound('Organization')
  const isCurrent = request.query.v === themeVersion(organization)
  response.set(isCurrent ? IMMUTABLE : { 'Cache-Control': 'no-cache' })
  sendCompressed(await compressedTheme(organization), request, response.type('text/css'))
}
