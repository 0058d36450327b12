import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { compressed, sendCompressed } from '../../lib/http/compressed.ts'
import { IMMUTABLE } from './immutable.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Style sheet of the server's pages: the colors and sizes of the console, and the pages' own rules. */
const STYLES = [
  '../../console/styles/tokens.css',
  'styles/font.css',
  'styles/page.css',
  'styles/page-forms.css',
  'styles/sign-in.css',
  'styles/preferences.css',
]
  .map(read)
  .join('')
const FILE = compressed(STYLES)

/** Path of the style sheet, with its digest. */
export const STYLES_PATH = `/page.css?v=${createHash('sha256').update(STYLES).digest('hex').slice(0, 12)}`

/** Serves the style sheet at `/page.css`, which browsers keep for a year. */
export const serveStyles: RequestHandler = (request, response) =>
  sendCompressed(FILE, request, response.set(IMMUTABLE).type('text/css'))
