import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from '../support/contract/source-files.ts'

/** Directories that exist only where the project is installed or runs. */
const GENERATED = /^(node_modules|\.data|src\/db\/generated)\b/
const TOP = /^(src|rest-compat|test|openapi|prisma|docs|\.config|\.ci)\//

const SELF = 'test/contract/citations.test.ts'
const files = [
  ...sourceFiles('src', 'rest-compat', 'test', 'openapi', 'docs', 'prisma', '.config', '.ci'),
  ...['README.md', 'package.json'].map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') })),
].filter(({ path }) => path !== SELF && !GENERATED.test(path) && !path.includes('/node_modules/'))

const headings = new Set(
  readFileSync(`${ROOT}docs/contract.md`, 'utf8')
    .split('\n')
    .flatMap((line) => /^#{2,3} (\d(?:\.\d+)?) /.exec(line)?.[1] ?? []),
)

test('every citation of the contract is a heading of it', () => {
  const cited = find(/\bcontract,? (?:chapters? |sections? )?(\d+(?:\.\d+)*)/gi)
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ name }) => !headings.has(name))).toEqual([])
})

test('no text cites a document that the repository does not have', () => {
  expect(
    find(/\b((?:architecture|contract|style|house)(?:\.md)?, chapter \d*|specification \d\.\d)/gi),
  ).toEqual([])
})

test('every path in a text exists', () => {
  const paths = [
    ...find(/`((?:\.\.?\/|[\w.-]+\/)[\w./*<>{},-]+)`/g),
    ...find(
      /(?:(?<![\w/.-])|(?<=[^\w/.]\.\/))((?:src|rest-compat|test|prisma|docs|openapi)\/[\w./-]+\.(?:ts|md|js|json|yaml|prisma|sql))\b/g,
    ),
  ]
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter(({ path, name }) => TOP.test(name) && !isPath(path, name))).toEqual([])
})

test('every link of a document leads to a file', () => {
  const links = find(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g, /\.md$/).filter(({ name }) => !/^[a-z]+:/.test(name))
  expect(links.length).toBeGreaterThan(10)
  const broken = links.filter(({ path, name }) => !existsSync(posix.join(ROOT, posix.dirname(path), name)))
  expect(broken).toEqual([])
})

/** The first group of every match of a pattern, with the file that contains it. */
function find(pattern: RegExp, among = /./): { path: string; name: string }[] {
  return files
    .filter(({ path }) => among.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })))
}

/** Whether a path exists from the root or from its file. Patterns and generated paths are not checked. */
function isPath(from: string, name: string): boolean {
  if (/[*<>{}]/.test(name) || GENERATED.test(name)) return true
  return existsSync(ROOT + name) || existsSync(posix.join(ROOT, posix.dirname(from), name))
}
