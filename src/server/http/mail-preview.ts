import express, { type Router } from 'express'
import { notFound, AppError } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { visitHandler } from '../../portal/people/visit-handler.ts'
import type { PortalTools } from '../../portal/visit/portal-tools.ts'

/** Address of previews, with the slug of an organization. */
const ADDRESS = /^\/console\/([a-z0-9-]+)\/settings\/mail\/preview\.html$/

const PREVIEW = `query MailPreview(
  $kind: MailKind!, $notification: NotificationKind, $postId: ID, $changelogId: ID, $locale: Locale!
) {
  previewMail(
    kind: $kind, notification: $notification, postId: $postId, changelogId: $changelogId, locale: $locale
  ) { html }
}`

/** A mail is a page of its own, because the console permits no styles in its elements. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
/** Links open new windows, which the sandbox forbids. */
const UNLINKED = '<head><base target="_blank">'
const DARK = '@media (prefers-color-scheme: dark)'

/** Serves the HTML of `Query.previewMail` to the console, in the scheme of `scheme`, to admins. */
export function mailPreview(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router.get(
    ADDRESS,
    visitHandler(tools, async ({ request, response }) => {
      const [, organization = ''] = ADDRESS.exec(request.path) ?? []
      const token = tools.browserSessions.ofFrame(request)
      if (token === null) throw new AppError('UNAUTHORIZED', 'Sign in to see the preview')
      const caller = await tools.identify(token, organization)
      const { scheme, ...variables } = request.query
      const { previewMail } = (await tools.execute(PREVIEW, variables, caller, {
        requestId: tools.requestIdOf(request),
        address: tools.addressOf(request),
        userAgent: '',
      })) as { previewMail: { html: string } | null }
      if (!previewMail) throw notFound('Mail')
      const media = scheme === 'dark' ? '@media all' : '@media not all'
      const html = previewMail.html.replace('<head>', UNLINKED).replace(DARK, media)
      response.set(HEADERS).type('html').send(html)
    }),
  )
  return rejectOtherMethods(router)
}
