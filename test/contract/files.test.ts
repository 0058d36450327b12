import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, parsedFiles, locationOf, sourceFiles } from '../support/contract/source-files.ts'

const files = sourceFiles('src', 'rest-compat', 'test')
const parsed = parsedFiles('src', 'rest-compat', 'test')
const MAX_LINES = 200
const MAX_COLUMNS = 120

/** Texts of the demo, recordings, and samples under the names of their products, which are data. */
const isData = (path: string) =>
  /^(src\/seed\/data|test\/moving\/samples)\//.test(path) || /\/recorded\/[\w-]+\.txt$/.test(path)

test(`no file has more than ${MAX_LINES} lines`, () => {
  const long = files
    .filter(({ path }) => !isData(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
})

test(`no line of a comment has more than ${MAX_COLUMNS} characters`, () => {
  const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line)
  const long = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          line.length > MAX_COLUMNS && isComment(line) ? [`${path}:${index + 1}`] : [],
        ),
    )
  expect(long).toEqual([])
})

test('files and folders have kebab-case names', () => {
  const isKebab = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
  const odd = files.filter(({ path }) => {
    if (path.startsWith('test/moving/samples/')) return false
    const [file = '', ...folders] = path.split('/').reverse()
    return file !== 'README.md' && !(isKebab(file.split('.')[0] ?? '') && folders.every(isKebab))
  })
  expect(odd.map(({ path }) => path)).toEqual([])
})

test("a module's files are named after their purpose", () => {
  const vague = files.filter(({ path }) =>
    /^src\/modules\/.*\/(index|utils|service|repository)\.ts$/.test(path),
  )
  expect(vague.map(({ path }) => path)).toEqual([])
})

test('every exported function has a docstring', () => {
  const silent = parsed
    .filter(({ path }) => !path.startsWith('test/'))
    .flatMap(({ path, tree }) => {
      const exported = tree.statements.flatMap(exportedFunctions)
      const documented = new Set(exported.filter(({ node }) => hasDocstring(node)).map(({ name }) => name))
      // One docstring covers all signatures of an overloaded function.
      return exported
        .filter(({ name }) => !documented.has(name))
        .map(({ name, node }) => `${locationOf(path, tree, node)} ${name}`)
    })
  expect(silent).toEqual([])
})

// The brackets prevent these patterns from matching this file.
const SUPPRESSION =
  /\b(TO[D]O|FIX[M]E|XX[X])\b|@ts-(ig[n]ore|no[c]heck|exp[e]ct)|(esl[i]nt-dis[a]ble|prett[i]er-ign[o]re)/

/** Whether a line of a test of the client's types expects that the next one has a type error. */
const isTypeTest = (path: string, line: string) =>
  path.startsWith('test/client/') && /@ts-exp[e]ct-error/.test(line)

test('no file contains to-do markers, suppressed checks or casts to any', () => {
  const left = files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        SUPPRESSION.test(line) && !isTypeTest(path, line) ? [`${path}:${index + 1}`] : [],
      ),
  )
  const anys = parsed.flatMap(({ path, tree }) =>
    descendants(tree)
      .filter((node) => ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.AnyKeyword)
      .map((node) => locationOf(path, tree, node)),
  )
  expect([...left, ...anys]).toEqual([])
})

function exportedFunctions(statement: ts.Statement): { name: string; node: ts.Statement }[] {
  if (!isExported(statement)) return []
  if (ts.isFunctionDeclaration(statement))
    return [{ name: statement.name?.text ?? 'default', node: statement }]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations
    .filter(
      ({ initializer }) =>
        initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    )
    .map(({ name }) => ({ name: name.getText(), node: statement }))
}

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

const hasDocstring = (node: ts.Node) =>
  ts.getJSDocCommentsAndTags(node).some((part) => ts.isJSDoc(part) && Boolean(part.comment ?? part.tags))

/** Whether a node is a call of `expect`, `assert`, or a helper whose name starts so. */
const isExpectation = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && /^(expect|assert)|\.(expect|assert)\w*$/.test(node.expression.getText())

test('every test has an expectation in its body', () => {
  const silent = parsed
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, tree }) =>
      descendants(tree)
        .filter((node) => isTest(node) && !descendants(node).some(isExpectation))
        .map((node) => locationOf(path, tree, node)),
    )
  expect(silent).toEqual([])
})

/** Whether a node is a call of `test`, `test.each(…)` or a similar one, with the function that is the test. */
const isTest = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  /^test\b/.test(node.expression.getText()) &&
  node.arguments.some(ts.isFunctionLike)
