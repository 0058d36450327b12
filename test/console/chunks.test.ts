import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const BUILT = new URL('../../.console/', import.meta.url)
/** Limit of the editor of texts, compressed, in bytes. */
const MAX_EDITOR = 150_000
/** Files of the build, with what each loads at once. */
type Manifest = Record<string, { file: string; imports?: string[] }>

test('the editor is one chunk within its limit, and only its page loads it', () => {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Manifest
  const read = (file: string) => readFileSync(new URL(file, BUILT))
  const scripts = readdirSync(new URL('assets/', BUILT)).filter((name) => name.endsWith('.js'))
  const editors = scripts.map((name) => `assets/${name}`).filter((file) => read(file).includes('ProseMirror'))
  expect(editors).toEqual([manifest['pages/changelogs/entry.tsx']?.file])
  expect(gzipSync(read(editors[0] ?? '')).length).toBeLessThanOrEqual(MAX_EDITOR)
  const loads = Object.values(manifest).filter(({ imports = [] }) =>
    imports.includes('pages/changelogs/entry.tsx'),
  )
  expect(loads).toEqual([])
})
