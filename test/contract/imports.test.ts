import { posix } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, parsedFiles, locationOf } from '../support/contract/source-files.ts'

/** Layers from left to right. A layer may import itself and the layers to its left. */
const LAYERS: [name: string, files: RegExp][] = [
  ['lib', /^src\/lib\//],
  ['db', /^src\/db\//],
  ['auth', /^src\/auth\//],
  ['events', /^src\/events\//],
  [
    'verbs and policies',
    /^src\/modules\/.*\/(?!(([\w-]+-)?(types?|queries|mutations|subscriptions|source)|enums|inputs|loaders|owner-context|visible-(?!posts-sql)[\w-]+)\.ts)[\w-]+\.ts$/,
  ],
  ['moving', /^src\/moving\/(?!graphql\/)/],
  ['graphql', /^src\/graphql\//],
  ["modules' GraphQL files", /^src\/modules\//],
  ["moving's GraphQL files", /^src\/moving\/graphql\//],
  ['schema', /^src\/schema\.ts$/],
  ['delivery', /^src\/delivery\//],
  ['mail', /^src\/mail\//],
  ['rest-compat', /^(rest-compat|openapi)\//],
  ['mcp', /^src\/mcp\//],
  ['portal', /^src\/portal\//],
  ['client', /^src\/client\//],
  ['server', /^src\/server\//],
  ['console', /^src\/console\//],
  ['seed', /^src\/seed\//],
  ['config', /^src\/config(\.ts|\/)/],
  ['main and cli', /^src\/(main|cli)(\.ts|\/)/],
]
const layerOf = (path: string) => LAYERS.findIndex(([, files]) => files.test(path))
const nameOf = (path: string) => LAYERS[layerOf(path)]?.[0] ?? 'no layer'

type Import = { from: string; to: string; typeOnly: boolean; location: string }

const files = parsedFiles('src', 'rest-compat')
const imports = files.flatMap(({ path, tree }) =>
  descendants(tree).flatMap((node): Import[] => {
    const target = targetOf(node)
    if (!target?.name.startsWith('.')) return []
    const to = posix.join(posix.dirname(path), target.name)
    return [{ from: path, to, typeOnly: target.typeOnly, location: locationOf(path, tree, node) }]
  }),
)
const report = (wrong: Import[]) =>
  wrong.map(({ location, from, to }) => `${location} (${nameOf(from)}) imports ${to} (${nameOf(to)})`)

test('every file belongs to a layer', () => {
  expect(files.map(({ path }) => path).filter((path) => layerOf(path) < 0)).toEqual([])
  expect(imports.length).toBeGreaterThan(100)
})

test('imports lead to the same layer or to the left', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    if (typeOnly && nameOf(to) === 'config') return false
    return layerOf(to) < 0 || layerOf(to) > layerOf(from)
  })
  expect(report(wrong)).toEqual([])
})

test('the shared GraphQL files import no module, server or REST layer', () => {
  const wrong = imports.filter(
    ({ from, to }) => /^src\/graphql\//.test(from) && /^(src\/(modules|server)|rest-compat)\//.test(to),
  )
  expect(report(wrong)).toEqual([])
})

test.each(['rest-compat', 'mcp'])('%s imports only the library and itself at run time', (layer) => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) => nameOf(from) === layer && !typeOnly && !['lib', layer].includes(nameOf(to)),
  )
  expect(report(wrong)).toEqual([])
})

test('the layer of agents imports no REST layer, and one file of the server imports it', () => {
  const crossing = imports.filter(({ from, to }) => nameOf(from) === 'mcp' && nameOf(to) === 'rest-compat')
  expect(report(crossing)).toEqual([])
  const importers = imports.filter(({ from, to }) => nameOf(to) === 'mcp' && nameOf(from) !== 'mcp')
  expect([...new Set(importers.map(({ from }) => from))]).toEqual(['src/server/http/agent-routes.ts'])
})

test('the client imports only pure functions of the library at run time, and is imported by none', () => {
  const atRunTime = imports.filter(({ typeOnly }) => !typeOnly)
  const reached = new Set(files.map(({ path }) => path).filter((path) => nameOf(path) === 'client'))
  for (const path of reached) {
    for (const { from, to } of atRunTime) if (from === path) reached.add(to)
  }
  expect(reached.size).toBeGreaterThan(10)
  expect([...reached].filter((path) => !['client', 'lib'].includes(nameOf(path)))).toEqual([])
  const wrong = imports.filter(({ from, to }) => nameOf(to) === 'client' && nameOf(from) !== 'client')
  expect(report(wrong)).toEqual([])
  // It runs in browsers.
  const ofNode = files
    .filter(({ path }) => reached.has(path))
    .filter(({ tree }) => descendants(tree).some((node) => targetOf(node)?.name.startsWith('node:')))
  expect(ofNode.map(({ path }) => path)).toEqual([])
})

test('the console imports the types of the schema only, and no other layer imports the console', () => {
  const crossing = imports.filter(
    ({ from, to }) =>
      (nameOf(from) === 'console') !== (nameOf(to) === 'console') &&
      `${from} ${to}` !== 'src/console/graphql.ts src/lib/graphql-client/schema-types.ts',
  )
  expect(report(crossing)).toEqual([])
})

test('bulk data is written by verbs alone', () => {
  const doors = ['graphql', "modules' GraphQL files", 'schema', 'rest-compat', 'server', 'delivery']
  expect(
    report(imports.filter(({ from, to }) => nameOf(from) === 'seed' && doors.includes(nameOf(to)))),
  ).toEqual([])
})

test('the server imports delivery in the job that starts the worker only', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      nameOf(to) === 'delivery' && nameOf(from) === 'server' && from !== 'src/server/jobs/start-worker.ts',
  )
  expect(report(wrong)).toEqual([])
})

test('only the application and the services import the REST layer', () => {
  const importers = imports
    .filter(({ from, to }) => to.startsWith('rest-compat/') && from.startsWith('src/'))
    .map(({ from }) => from)
  expect([...new Set(importers)]).toEqual(['src/server/http/app.ts', 'src/server/lifecycle/services.ts'])
})

test('only the configuration reads the environment, and only main and cli import the configuration', () => {
  const readers = files
    .filter(({ path }) => path !== 'src/config.ts')
    .flatMap(({ path, tree }) =>
      descendants(tree)
        .filter(readsEnvironment)
        .map((node) => locationOf(path, tree, node)),
    )
  expect(readers).toEqual([])
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      nameOf(to) === 'config' && !typeOnly && !['config', 'main and cli'].includes(nameOf(from)),
  )
  expect(report(wrong)).toEqual([])
})

/**
 * The module that an import, an export-from or a call of `import()` names, and whether the import is
 * type-only.
 */
function targetOf(node: ts.Node): { name: string; typeOnly: boolean } | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    if (!node.moduleSpecifier || !ts.isStringLiteral(node.moduleSpecifier)) return null
    return { name: node.moduleSpecifier.text, typeOnly: isTypeOnly(node) }
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [name] = node.arguments
    return name && ts.isStringLiteral(name) ? { name: name.text, typeOnly: false } : null
  }
  return null
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'env' && /^(globalThis\.)?process$/.test(node.expression.getText())
  return (
    ts.isImportSpecifier(node) &&
    (node.propertyName ?? node.name).text === 'env' &&
    /^'(node:)?process'$/.test(node.parent.parent.parent.moduleSpecifier.getText())
  )
}
