import type { Request, Response } from 'express'
import { matchesNone } from '../../lib/http/entity-tag.ts'
import { sendCompressed } from '../../lib/http/compressed.ts'
import { IMMUTABLE } from './immutable.ts'
import { scriptOf } from './scripts.ts'

/** Seconds for which browsers keep the loader of the widget, whose address is the same for all versions. */
const LOADER_AGE_S = 3600

/** Sends a script of the pages. Browsers keep the version that a page names for a year. */
export function serveScript(
  name: 'portal.js' | 'widget-page.js',
  request: Request,
  response: Response,
): void {
  const script = scriptOf(name)
  if (!script) return void response.status(404).end()
  response.set(request.query.v === script.version ? IMMUTABLE : { 'Cache-Control': 'no-cache' })
  sendCompressed(script, request, response.type('text/javascript'))
}

/** Sends the loader of the widget, which pages of other sites run. */
export function serveLoader(request: Request, response: Response): void {
  const script = scriptOf('widget.js')
  if (!script) return void response.status(404).end()
  const tag = `"${script.version}"`
  response.set({ 'Cache-Control': `public, max-age=${LOADER_AGE_S}`, ETag: tag })
  response.set('Cross-Origin-Resource-Policy', 'cross-origin')
  if (matchesNone(request.headers['if-none-match'], tag)) return void response.status(304).end()
  sendCompressed(script, request, response.type('text/javascript'))
}
