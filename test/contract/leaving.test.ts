import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { SOURCES, type SourceKind } from '../../src/moving/reader.ts'
import { descendants, parsedFiles, ROOT } from '../support/contract/source-files.ts'

const readers = parsedFiles('src/moving/readers')
const pageOf = (source: SourceKind) =>
  `docs/${['csv', 'echolog'].includes(source) ? 'importing' : 'leaving'}-${source}.md`
const DROPPED = ['`e-mail addresses`', 'They are masked or invalid.']

/** Texts that a reader can report: losses with their reasons, and reasons of rows that are left out. */
function reportedBy(source: SourceKind): string[] {
  const files = readers.filter(({ path }) => path.startsWith(`src/moving/readers/${source}/`))
  return files
    .flatMap(({ tree }) => descendants(tree))
    .flatMap((node) => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'reason') return textsIn(node.initializer)
      if (!ts.isCallExpression(node)) return []
      const [what, reason] = node.arguments
      const callee = node.expression.getText()
      if (callee === 'skip') return what ? textsIn(what) : []
      if (callee === 'droppedAddress') return DROPPED
      if (callee !== 'loss' || !what) return []
      return [...textsIn(what).map((text) => `\`${text}`), ...(reason ? textsIn(reason) : [])]
    })
}

/** The literals of an expression. A template counts up to its first value. */
function textsIn(expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) return [expression.head.text]
  if (ts.isConditionalExpression(expression))
    return [...textsIn(expression.whenTrue), ...textsIn(expression.whenFalse)]
  return []
}

test.each(SOURCES)('the page of %s names every loss and every rule that its reader reports', (source) => {
  const page = pageOf(source)
  expect(existsSync(ROOT + page)).toBe(true)
  const text = readFileSync(ROOT + page, 'utf8').replaceAll(/\s+/g, ' ')
  expect(reportedBy(source).filter((one) => !text.includes(one))).toEqual([])
  expect(text).toContain(`npm run cli -- import ${source} `)
})

test('the guide of imports leads to the page of each source', () => {
  const guide = readFileSync(`${ROOT}docs/importing.md`, 'utf8')
  expect(SOURCES.filter((source) => !guide.includes(`](${pageOf(source).replace('docs/', '')})`))).toEqual([])
  expect(reportedBy('canny')).toContain('`votes on behalf')
  expect(reportedBy('fider')).toContain('It is private.')
})
