import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { collectFrom } from './program-statements.ts'
import { ROOT } from './program.ts'

/** Directory of the files that `buildProgram` writes. It stays the same, so that later runs use the compile cache. */
const OUTPUT = `${ROOT}node_modules/.cache/program`

/** Programs that tests start, by the names of their files. */
const PROGRAMS = {
  main: 'src/main.ts',
  cli: 'src/cli.ts',
  'run-sequencer': 'test/support/run-sequencer.ts',
}

/** Packages with files that they find by their own location. */
const EXTERNAL = [/render-graphiql/]

/** Leaves out graphql, which modules that are loaded at first use must share with the others. */
const sharedGraphql: Plugin = {
  name: 'shared-graphql',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^graphql(\/|$)/ },
    handler: (id) => ({ id: id === 'graphql' ? id : `${id.replace(/\.m?js$/, '')}.js`, external: true }),
  },
}

/** Keeps the location of each module, beside which it reads files. */
const locations: Plugin = {
  name: 'locations',
  enforce: 'pre',
  transform: {
    filter: { code: /import\.meta\.url/ },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}

/** Stores the statements of the programs. Each is sent through this class. */
const statements: Plugin = {
  name: 'statements',
  enforce: 'pre',
  transform: {
    filter: { id: /\/pg\/lib\/client\.js$/ },
    handler: (code) =>
      `${code}\nrequire('${ROOT}test/support/program-statements.ts').${collectFrom.name}(Client)`,
  },
}

const DAY_MS = 86_400_000

/**
 * Joins the three thousand modules of the programs to a few files, whose start takes a third of the CPU time. Returns
 * their directory.
 */
export async function buildProgram(): Promise<string> {
  const built = await build({
    configFile: false,
    envDir: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [sharedGraphql, locations, statements],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node24',
      reportCompressedSize: false,
      rolldownOptions: {
        treeshake: false,
        external: EXTERNAL,
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, ROOT + path])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  mkdirSync(OUTPUT, { recursive: true })
  for (const file of outputs) if (file.type === 'chunk') write(join(OUTPUT, file.fileName), file.code)
  removeFormer(new Set(outputs.map(({ fileName }) => fileName)))
  return OUTPUT
}

/** Writes a file as a whole, because a process of another run may load it. */
function write(path: string, text: string): void {
  if (readSource(path) === text) return
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

function readSource(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Removes the files of former builds that no other run uses. */
function removeFormer(current: Set<string>): void {
  for (const name of readdirSync(OUTPUT)) {
    const path = join(OUTPUT, name)
    const { mtimeMs } = statSync(path)
    if (!current.has(name) && mtimeMs < Date.now() - DAY_MS) rmSync(path, { force: true })
  }
}
