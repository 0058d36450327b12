import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { notFound } from '../../lib/errors.ts'
import { inkOn, readableOn } from '../../lib/text/color.ts'
import { IMMUTABLE } from './immutable.ts'

/** Colors of pages and tiles in the light and in the dark theme, as in `tokens.css`. */
const LIGHT = '#ffffff'
const DARK = '#191a20'

/** Returns the rules of an organization's color. Text in it has a contrast of at least 4.5 in both themes. */
export const brandRules = (color: string): string => `:root {
  --brand: ${color};
  --brand-ink: ${inkOn(color)};
  --brand-text: light-dark(${readableOn(color, LIGHT)}, ${readableOn(color, DARK)});
}
`

/** Differs for other rules of the same color. */
const VERSION = hash('sha256', brandRules(DARK), 'base64url').slice(0, 12)

/** Returns the path of the style sheet with a color in hex, which pages of the server add to theirs. */
export const brandPath = (color: string): string => `/brand.css?color=${color.slice(1)}&v=${VERSION}`

/** Serves the rules of a color at `/brand.css`, which browsers keep for a year. */
export const serveBrand: RequestHandler = ({ query: { color } }, response) => {
  if (typeof color !== 'string' || !/^([0-9a-f]{3}){1,2}$/i.test(color)) throw notFound('Style sheet')
  response
    .set(IMMUTABLE)
    .type('text/css')
    .send(brandRules(`#${color}`))
}
