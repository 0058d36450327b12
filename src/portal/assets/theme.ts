import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { promiseCache } from '../../lib/concurrency/promise-cache.ts'
import { compressPage, type Compressed } from '../../lib/http/compressed.ts'
import { brandRules } from './brand.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const FONTS = createRequire(import.meta.url)

/** Files of the font, by their name below the base of the portal. */
export const fonts: Record<string, Buffer> = {
  'inter.woff2': readFont('latin'),
  'inter-ext.woff2': readFont('latin-ext'),
}

function readFont(subset: string): Buffer {
  return readFileSync(FONTS.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`))
}

/** Styles of all portals: sizes and colors of the console, and the rules of these pages. */
const PARTS = [
  'font',
  'base',
  'header',
  'lists',
  'rows',
  'voting',
  'post',
  'forms',
  'sheet',
  'prose',
  'preferences',
  'bell',
  'plain',
  'widget',
  'phone',
  'print',
]
const STYLES = [
  read('../../console/styles/tokens.css'),
  ...PARTS.map((name) => read(`styles/${name}.css`)),
].join('')

/** Returns the style sheet of an organization. */
function themeOf({ colorPrimary }: { colorPrimary: string }): string {
  return `${STYLES}\n${brandRules(colorPrimary)}`
}

/** Compressed style sheets by their color. */
const stored = promiseCache<Compressed>({ max: 200 })

/** Returns the style sheet of an organization with its compressed form. */
export const compressedTheme = ({ colorPrimary }: { colorPrimary: string }): Promise<Compressed> =>
  stored.fetch(colorPrimary, async () => {
    const text = Buffer.from(themeOf({ colorPrimary }))
    return { text, brotli: await compressPage(text) }
  })

/** Versions of style sheets by their color. Every page names one. */
const versions = new LRUCache<string, string>({ max: 1000 })

/** Returns a value that differs for another style sheet. */
export function themeVersion({ colorPrimary }: { colorPrimary: string }): string {
  const cached = versions.get(colorPrimary)
  if (cached !== undefined) return cached
  const version = hash('sha256', themeOf({ colorPrimary }), 'base64url').slice(0, 12)
  versions.set(colorPrimary, version)
  return version
}
