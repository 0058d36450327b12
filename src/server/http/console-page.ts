import { readFileSync } from 'node:fs'

/** Files of the build by their source, with the sources that each imports at once. */
type Manifest = Record<string, { file: string; imports?: string[] }>

/** Sources of the pages that people open first, by their path below the organization. */
const PRELOADED: [path: RegExp, source: string][] = [
  [/^\/console\/[^/]+\/?$/, 'pages/dashboard/dashboard.tsx'],
  [/^\/console\/[^/]+\/posts(\/|$)/, 'pages/posts/inbox.tsx'],
  [/^\/console\/[^/]+\/posts\/[^/]+$/, 'pages/posts/post.tsx'],
]

/** The page of the console. Null before the build. */
export type ConsolePage = { at: (path: string) => string } | null

/** Reads the built page. The browser loads the scripts of some addresses with the first one, and not after it. */
export function readConsolePage(built: string): ConsolePage {
  const text = read(`${built}/index.html`)
  const manifest = read(`${built}/.vite/manifest.json`)
  if (text === null || manifest === null) return null
  const files = JSON.parse(manifest) as Manifest
  const first = filesOf(files, 'index.html')
  const pages = PRELOADED.map(([path, source]) => ({
    path,
    files: [...filesOf(files, source)].filter((file) => !first.has(file)),
  }))
  return {
    at(path) {
      const named = new Set(pages.flatMap((page) => (page.path.test(path) ? page.files : [])))
      const links = [...named].map(
        (file) => `<link rel="modulepreload" crossorigin href="/console/${file}">\n    `,
      )
      return links.length === 0 ? text : text.replace('<link rel="stylesheet"', (at) => links.join('') + at)
    },
  }
}

/** Returns the files of a source and of all that it imports at once. */
function filesOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const entry = manifest[source]
  if (!entry || found.has(entry.file)) return found
  found.add(entry.file)
  for (const imported of entry.imports ?? []) filesOf(manifest, imported, found)
  return found
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
