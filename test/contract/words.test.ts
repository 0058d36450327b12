import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { proseOfCode, proseOfDocument, proseOfMessages } from '../support/contract/prose.ts'
import { descendants, locationOf, parsedFiles, ROOT, sourceFiles } from '../support/contract/source-files.ts'
import {
  EXCEPTIONS,
  FORBIDDEN_COMMENTS,
  FORBIDDEN_PARTS,
  FORBIDDEN_PROSE,
  FORMER_ALIASES,
  FORMER_CONSTANTS,
} from './words.ts'

const parsed = parsedFiles('src', 'rest-compat', 'test', '.config')
const ENGLISH_MESSAGES = /^src\/(console\/messages\/en\/.+|portal\/(consent-)?messages\/en)\.json$/
const isWordList = (path: string) => path === 'test/contract/words.ts'

const names = parsed
  .filter(({ path }) => !isWordList(path))
  .flatMap(({ path, tree }) =>
    descendants(tree)
      .filter(isName)
      .map((node) => ({
        path,
        name: node.text.replace(/^#/, ''),
        location: locationOf(path, tree, node),
      })),
  )

test('no file, folder or identifier contains a forbidden word', () => {
  const files = sourceFiles('src', 'rest-compat', 'test', 'docs', '.config', '.ci').map(({ path }) => path)
  const hasForbiddenPart = (name: string) => partsOf(name).some((part) => FORBIDDEN_PARTS.has(part))
  expect(files.filter(hasForbiddenPart)).toEqual([])
  const found = names.filter(({ path, name }) => hasForbiddenPart(name) && !isException(path, name))
  expect(found.map(({ name, location }) => `${location} ${name}`)).toEqual([])
})

test('no constant has a prefix that the glossary replaced', () => {
  const found = names.filter(({ path, name }) => FORMER_CONSTANTS.test(name) && !isException(path, name))
  expect([...new Set(found.map(({ path, name }) => `${path} ${name}`))]).toEqual([])
})

test('no name in SQL is a forbidden word', () => {
  const found = parsed.flatMap(({ path, tree }) =>
    descendants(tree)
      .filter(isSql)
      .flatMap((node) => {
        const words = node.template.getText().match(/\b[a-z_]+\b/g) ?? []
        const forbidden = words.filter((word) => FORBIDDEN_PARTS.has(word) || FORMER_ALIASES.has(word))
        return forbidden.map((word) => `${locationOf(path, tree, node)} ${word}`)
      }),
  )
  expect(found).toEqual([])
})

test('no comment, description, message, test title or document contains a forbidden word or form', () => {
  const documents = [
    ...sourceFiles('docs', 'openapi', 'prisma/models', '.ci'),
    ...sourceFiles('src', 'rest-compat', 'test').filter(({ path }) => /\.(md|css)$/.test(path)),
    ...['README.md', 'schema.graphql', 'prisma/schema.prisma'].map((path) => ({
      path,
      text: readFileSync(ROOT + path, 'utf8'),
    })),
  ]
  const code = parsed.filter(({ path }) => !isWordList(path))
  const messages = sourceFiles('src/console/messages', 'src/portal')
    .filter(({ path }) => ENGLISH_MESSAGES.test(path))
    .flatMap(proseOfMessages)
  expect(messages.length).toBeGreaterThan(1_500)
  const prose = [...code.flatMap(proseOfCode), ...documents.flatMap(proseOfDocument), ...messages]
  expect(prose.length).toBeGreaterThan(5_000)
  const found = prose.flatMap(({ location, text, isComment }) =>
    [...FORBIDDEN_PROSE, ...(isComment ? FORBIDDEN_COMMENTS : [])].flatMap((pattern) => {
      const match = pattern.exec(text)
      if (!match || isException(location, text.slice(0, match.index + match[0].length))) return []
      return [`${location} "${match[0]}" in: ${text.slice(Math.max(0, match.index - 40), match.index + 60)}`]
    }),
  )
  expect(found).toEqual([])
})

test('the rules find what they forbid', () => {
  expect(partsOf('queue-lanes/isHeard.ts').filter((part) => FORBIDDEN_PARTS.has(part))).toEqual([
    'lanes',
    'heard',
  ])
  const isForbidden = (text: string) => FORBIDDEN_PROSE.some((pattern) => pattern.test(text))
  expect(['Whom it acts for.', 'It waits. Of an install.', 'Nobody reads it.'].every(isForbidden)).toBe(true)
  expect(['What does it do? It waits.', 'Returns a placeholder.'].some(isForbidden)).toBe(false)
  const isForbiddenComment = (text: string) => FORBIDDEN_COMMENTS.some((pattern) => pattern.test(text))
  expect(['The log says so.', 'People wait. It knows no row.'].every(isForbiddenComment)).toBe(true)
  expect(['What the team knows of them.', 'A standby.'].some(isForbiddenComment)).toBe(false)
})

test('prose is comments, messages and titles of tests, without code', () => {
  const textsOf = (path: string, text: string) => proseOfDocument({ path, text }).map((one) => one.text)
  expect(textsOf('a.css', 'a { place-items: center } /* One. */\nb {}\n/* Two\n   lines. */')).toEqual([
    'One.',
    'Two',
    'lines.',
  ])
  expect(textsOf('a.prisma', '/// One.\nmodel A {\n  b Int // Two.\n}')).toEqual(['One.', 'Two.'])
  expect(textsOf('.ci/run', '#!/bin/sh\n# One.\nls # Two.')).toEqual(['One.', 'Two.'])
  expect(textsOf('a.md', 'One `code`.\n```\nanew\n```')).toEqual(['One ….'])
  const text = "// One.\ntest.each([['two', 'data'], 'three'])('four %s', () => call('not a title'))"
  const tree = ts.createSourceFile('test/contract/words.test.ts', text, ts.ScriptTarget.Latest, true)
  const texts = proseOfCode({ path: 'test/contract/words.test.ts', text, tree }).map((one) => one.text)
  expect(texts.sort()).toEqual(['One.', 'four %s', 'three', 'two'])
})

/** The words of a path or of an identifier, in lower case. */
function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

function isName(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node)
}

function isSql(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'
}

function isException(path: string, found: string): boolean {
  return EXCEPTIONS.some((exception) => exception.files.test(path) && exception.found.test(found))
}
