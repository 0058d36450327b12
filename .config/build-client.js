import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Builds `echolog/client` into `dist/client`: JavaScript, declarations, and a package that has only the client
 * and its dependencies. `npm pack ./dist/client` packs it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}dist/client`
rmSync(folder, { recursive: true, force: true })
const compiler = [
  `${root}node_modules/typescript/bin/tsc`,
  '--project',
  `${root}.config/tsconfig.client.json`,
]
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const { name, version, description, license, dependencies, devDependencies } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
)
const versions = { ...dependencies, ...devDependencies }
const used = ['gql.tada', 'graphql', 'graphql-ws', 'openapi-fetch']
const entry = './src/client/index'
mkdirSync(folder, { recursive: true })
writeFileSync(
  `${folder}/package.json`,
  `${JSON.stringify(
    {
      ...{ name, version, description, license, type: 'module', sideEffects: false },
      engines: { node: '>=20' },
      exports: { './client': { types: `${entry}.d.ts`, default: `${entry}.js` } },
      dependencies: Object.fromEntries(used.map((dependency) => [dependency, versions[dependency]])),
    },
    null,
    2,
  )}\n`,
)
cpSync(`${root}LICENSE`, `${folder}/LICENSE`)
cpSync(`${root}docs/client.md`, `${folder}/README.md`)
