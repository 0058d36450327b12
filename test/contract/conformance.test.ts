import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, parsedFiles } from '../support/contract/source-files.ts'

const files = parsedFiles('test/conformance')
const isText = (node: ts.Node): node is ts.StringLiteralLike => ts.isStringLiteralLike(node)
const texts = files.flatMap(({ path, tree }) =>
  descendants(tree)
    .filter(isText)
    .map(({ text, parent }) => ({ path, text, parent })),
)
const modules = texts.filter(
  ({ parent }) =>
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword),
)

test('the conformance kit imports itself, Node and a validator of JSON Schema only', () => {
  expect(files.length).toBeGreaterThan(20)
  const isOwn = (path: string, text: string) =>
    text.startsWith('.') && new URL(text, `file:///${path}`).pathname.startsWith('/test/conformance/')
  const foreign = modules.filter(
    ({ path, text }) => !/^(node:|ajv\/|ajv-formats$)/.test(text) && !isOwn(path, text),
  )
  expect(foreign.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
})

test('the conformance kit reads no file but the OpenAPI document', () => {
  const paths = texts.filter(({ text }) => /^(\.\.?\/|src\b|rest-compat\b)/.test(text))
  const read = paths.filter((entry) => !modules.includes(entry)).map(({ text }) => text)
  expect(read).toEqual(['../../openapi/document.json'])
})
