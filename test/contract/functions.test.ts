import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, parsedFiles } from '../support/contract/source-files.ts'

const MAX_LINES = 40

/** Whether a function only returns an object or lists the fields of a root type. */
const isList = (node: ts.Node) =>
  ts.isArrowFunction(node) &&
  ((ts.isParenthesizedExpression(node.body) && ts.isObjectLiteralExpression(node.body.expression)) ||
    (ts.isCallExpression(node.parent) && /\.\w+Fields$/.test(node.parent.expression.getText())))

function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : null)
  return named?.getText() ?? 'unnamed'
}

const long = parsedFiles('src', 'rest-compat').flatMap(({ path, tree }) =>
  descendants(tree).flatMap((node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || isList(node)) return []
    const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line
    const lines = lineAt(node.end) - lineAt(node.getStart()) + 1
    return lines > MAX_LINES ? [`${path} ${nameOf(node)}: ${lines}`] : []
  }),
)

test('no function is longer than 40 lines, lists of fields excepted', () => {
  expect(long).toEqual([])
})
