import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, parsedFiles, ROOT, sourceFiles } from '../support/contract/source-files.ts'
/** Promises that the code does not keep yet. */
/** Headers that the SDK of the protocol of agents reads. */
const UNKEPT_HEADERS = ['mcp-method', 'mcp-name', 'mcp-protocol-version']
/** Settings of Node, of npm scripts and of the system. */
const FOREIGN_SETTINGS = ['UV_THREADPOOL_SIZE']

const CORS = 'src/server/http/cors.ts'
const parsed = parsedFiles('src', 'rest-compat')
const literals = (matches: (path: string) => boolean) =>
  parsed
    .filter(({ path }) => matches(path))
    .flatMap(({ tree }) => descendants(tree))
    .filter((node) => !isDisabling(node.parent))
    .flatMap((node) => (ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? [node.text] : []))

const documents = [...sourceFiles('docs', 'openapi'), { path: 'README.md', text: readSource('README.md') }]
const operations = readSource('docs/operations.md')

test('every promised header is set or read by the code', () => {
  const words = literals((path) => path !== CORS && !path.startsWith('src/client/')).map((text) =>
    text.toLowerCase(),
  )
  // One string can contain several headers, such as a list for `Vary`.
  const used = new Set(words.flatMap((text) => text.split(/[^a-z0-9_-]+/)))
  const promised = [...promisedHeaders(), ...corsHeaders()].map((name) => name.toLowerCase())
  expect(promised.length).toBeGreaterThan(20)
  const unkept = [...new Set(promised)].filter((name) => !used.has(name)).sort()
  expect(unkept).toEqual(UNKEPT_HEADERS)
})

test('every documented setting is read, and every setting that is read is documented', () => {
  const read = new Set(
    parsed
      .filter(({ path }) => path.startsWith('src/config'))
      .flatMap(({ tree }) => descendants(tree).flatMap(settingOf)),
  )
  const rows = operations.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line))
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  )
  expect(documented.filter((name) => !read.has(name))).toEqual(FOREIGN_SETTINGS)
  expect([...read].filter((name) => !documented.includes(name))).toEqual([])
})

test('every field of the configuration is used', () => {
  const fields = parsed
    .filter(({ path }) => path.startsWith('src/config'))
    .flatMap(({ tree }) =>
      descendants(tree)
        .filter(isConfigType)
        .flatMap((type) => type.members),
    )
    .map((member) => member.name?.getText() ?? '')
  expect(fields).toContain('databaseUrl')
  const used = new Set(literals((path) => !path.startsWith('src/config')))
  expect(fields.filter((name) => !used.has(name))).toEqual([])
})

/** Headers in the text of documents and in the OpenAPI document. */
function promisedHeaders(): string[] {
  return documents.flatMap(({ text }) => [
    ...[...text.matchAll(/`([A-Z][A-Za-z]*(?:-[A-Za-z]+)+|RateLimit|ETag|Link)(?::[^`]*)?`/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'YYYY-MM-DD'),
    ...[...text.matchAll(/in: header\s+name: ([\w-]+)|name: ([\w-]+)\s+in: header/g)].map(
      ([, after, before]) => after ?? before ?? '',
    ),
  ])
}

/** Headers that cross-origin requests may send and read. */
function corsHeaders(): string[] {
  return literals((path) => path === CORS)
    .filter((text) => /^[A-Z][A-Za-z]*([-_][A-Za-z]+)*$/.test(text))
    .filter(
      (name) =>
        !/^(Access-Control|ALLOWED|EXPOSED|CORS|OPTIONS|Request|Response|NextFunction|Object)/.test(name),
    )
}

/** Name of the setting that a node of the schema declares: `NAME: …`. */
function settingOf(node: ts.Node): string[] {
  const isSetting = ts.isPropertyAssignment(node) && /^[A-Z]+(_[A-Z]+)*$/.test(node.name.getText())
  return isSetting ? [node.name.getText()] : []
}

/** Whether a node turns a feature of Express off, such as `app.disable('etag')`. */
function isDisabling(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'disable'
  )
}

/** Whether a node lists fields of the configuration. */
function isConfigType(node: ts.Node): node is ts.TypeLiteralNode {
  const alias = ts.isIntersectionTypeNode(node.parent) ? node.parent.parent : node.parent
  return ts.isTypeLiteralNode(node) && ts.isTypeAliasDeclaration(alias) && alias.name.text === 'Config'
}

function readSource(path: string): string {
  return readFileSync(ROOT + path, 'utf8')
}
