import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, locationOf, parsedFiles } from '../support/contract/source-files.ts'

const files = parsedFiles('test').filter(({ path }) => path.endsWith('.test.ts'))

test('every test has an assertion', () => {
  const found = files.flatMap(({ path, tree }) =>
    testsWithoutAssertion(tree).map((node) => locationOf(path, tree, node)),
  )
  expect(found).toEqual([])
})

test.each([
  ["test('a', () => expect(1).toBe(1))", 0],
  ["test.each([1])('a', async (value) => { await expect(value).resolves.toBe(1) })", 0],
  ["test('a', () => check())\nfunction check() { expect(1).toBe(1) }", 0],
  ["test('a', () => check())\nconst check = () => expect(1).toBe(1)", 0],
  ["test('a', () => expectAll([1]))", 0],
  ["test('a', () => { const expected = 1 })", 1],
  ["test('a', () => check())\nfunction check() { check() }", 1],
  ["test.each([1])('a', run)\nconst run = () => 1", 1],
])('recognizes a test without an assertion: %s', (text, count) => {
  const tree = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true)
  expect(testsWithoutAssertion(tree)).toHaveLength(count)
})

/** Returns the tests of a file that neither contain an assertion nor call a function of the file that does. */
function testsWithoutAssertion(tree: ts.SourceFile): ts.Node[] {
  const functions = functionsOf(tree)
  return descendants(tree).filter((node) => {
    if (!ts.isCallExpression(node) || node.arguments.length < 2) return false
    if (!/^test\b(?!\.(extend|describe))/.test(node.expression.getText())) return false
    return !node.arguments.some((argument) => hasAssertion(argument, functions, new Set()))
  })
}

/** Whether a node contains `expect`, or the name of a function that does. `seen` are the functions searched before. */
function hasAssertion(node: ts.Node, functions: Map<string, ts.Node>, seen: Set<string>): boolean {
  return [node, ...descendants(node)].filter(ts.isIdentifier).some(({ text }) => {
    if (/^expect([A-Z]\w*)?$/.test(text)) return true
    const called = functions.get(text)
    if (!called || seen.has(text)) return false
    return hasAssertion(called, functions, seen.add(text))
  })
}

/** Returns the functions of a file by name, with those inside others. */
function functionsOf(tree: ts.SourceFile): Map<string, ts.Node> {
  const named = descendants(tree).flatMap((node): [string, ts.Node][] => {
    if (ts.isFunctionDeclaration(node)) return node.name ? [[node.name.text, node]] : []
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isIdentifier(node.name)) return []
    return ts.isFunctionLike(node.initializer) ? [[node.name.text, node.initializer]] : []
  })
  return new Map(named)
}
