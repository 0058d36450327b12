import type { Router } from 'express'
import { IMMUTABLE } from './immutable.ts'
import { fonts } from './theme.ts'

/** Adds the files of the font to a router. Style sheets name them relative to themselves. */
export function serveFonts(router: Router): void {
  for (const [name, font] of Object.entries(fonts))
    router.get(`/${name}`, (_request, response) => void response.set(IMMUTABLE).type('font/woff2').send(font))
}
