import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { IntlMessageFormat } from 'intl-messageformat'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { releaseDependencies } from './release-dependencies.ts'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
/** Scripts of the portal, by their names. They share nothing, so that each is one file. */
const PORTAL = ['portal', 'widget', 'widget-page']
const OUTPUT = fileURLToPath(new URL('../.console', import.meta.url))

/** Writes `.br` and `.gz` beside each text, so that the server compresses nothing per request. */
const compressed = (): Plugin => ({
  name: 'compressed',
  writeBundle() {
    for (const name of readdirSync(`${OUTPUT}/assets`).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const text = readFileSync(`${OUTPUT}/assets/${name}`)
      // The best quality costs five times the time for 4 % of the size.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
      writeFileSync(`${OUTPUT}/assets/${name}.br`, brotliCompressSync(text, { params }))
      writeFileSync(`${OUTPUT}/assets/${name}.gz`, gzipSync(text, { level: 9 }))
    }
  },
})

/** Type of an element that is text, in a compiled ICU message. */
const LITERAL: number = 0

/** Compiles the ICU messages, so that the browser loads no parser. A message without arguments stays a string. */
const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/messages\/[\w-]+\/[\w-]+\.json$/ },
    handler(code) {
      const texts = Object.entries(JSON.parse(code) as Record<string, string>)
      return JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, compiled(text)])))
    },
  },
})

function compiled(text: string) {
  const [first, ...others] = new IntlMessageFormat(text, 'en').getAst()
  if (first === undefined) return ''
  const isText = others.length === 0 && (first.type as number) === LITERAL && 'value' in first
  return isText ? first.value : [first, ...others]
}

/** Leaves out what icons look like in sizes above 16 px, which the console does not show. */
const smallIcons = (): Plugin => ({
  name: 'small-icons',
  transform: {
    filter: { id: /@primer\/octicons-react\/dist\/icons\// },
    handler: (code) =>
      code
        .replace(/var heights = \[.*"16".*\]/, (heights) => heights.replaceAll(/, "(?!16)\d+"/g, ''))
        .replaceAll(/\n\t"(?:24|32|48|96)": \{[^]*?\n\t\},?/g, ''),
  },
})

const DASHBOARD = source('console/pages/dashboard/dashboard.tsx')
/** Modules that every page can use, and icons. */
const SHARED = /\/src\/console\/(ui|live|app|messages)\/|\/@primer\/octicons-react\//

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]
const ofDashboard = new Set<string>()

/** The package of icons. Its index imports all of them, so that an importer depends on those that it names. */
const ICONS = /import\s*\{([^}]*)\}\s*from\s*['"]@primer\/octicons-react['"]/g
const ICONS_INDEX = /\/@primer\/octicons-react\/dist\/index\./
const icons = new Set<string>()

/** Collects the modules that a module imports at once, and the names of their icons. */
function collect(id: string, graph: Graph, found: Set<string>): void {
  if (found.has(id) || ICONS_INDEX.test(id)) return
  found.add(id)
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
  for (const [, names = ''] of code?.matchAll(ICONS) ?? [])
    for (const name of names.split(',')) icons.add(name.trim())
  for (const imported of importedIds) collect(imported, graph, found)
}

const isIconOfDashboard = (id: string) => icons.has(/\/dist\/icons\/(\w+)\.mjs$/.exec(id)?.[1] ?? '')

/**
 * Files of what pages share: what all load at first, what the dashboard, the first page, has in common with others, and
 * what those have in common.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], test: (id) => !id.includes('/portal/browser/') },
  {
    debugName: 'first',
    name(id, graph) {
      if (ofDashboard.size === 0) collect(DASHBOARD, graph, ofDashboard)
      return ofDashboard.has(id) || isIconOfDashboard(id) ? 'first' : null
    },
    test: SHARED,
    minShareCount: 2,
  },
  { name: 'shared', test: SHARED, minShareCount: 2 },
]

export default defineConfig({
  root: source('console'),
  base: '/console/',
  logLevel: 'warn',
  plugins: [compiledMessages(), smallIcons(), releaseDependencies(), compressed()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
      // React has what the package adds to its earlier versions.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Every browser of the target preloads modules itself.
    modulePreload: { polyfill: false },
    // One file of styles is small, and also styles the frame in the page.
    cssCodeSplit: false,
    // The policy of the page allows no font from a data: address.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      input: {
        index: source('console/index.html'),
        ...Object.fromEntries(PORTAL.map((name) => [name, source(`portal/browser/${name}.ts`)])),
      },
      output: {
        // The loader of the widget is no module: its names would be names of the page around it.
        banner: ({ name }) => (PORTAL.includes(name) ? '(() => {' : ''),
        footer: ({ name }) => (PORTAL.includes(name) ? '})()' : ''),
        entryFileNames: ({ name }) =>
          PORTAL.includes(name) ? 'portal/[name].js' : 'assets/[name]-[hash].js',
        // One file of what several pages load is smaller than many, and needs one request.
        codeSplitting: { groups: GROUPS },
      },
      // The directives of React packages are for servers.
      onLog: (level, log, report) => void (log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log)),
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' }, transformer: 'lightningcss' },
})
