import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { EVENT_TYPES, SUBJECTS, typesOf } from '../../src/events/catalogue.ts'
import { schema } from '../../src/schema.ts'
import { descendants, parsedFiles, locationOf } from '../support/contract/source-files.ts'

/** Every text in the form of an event name, in files that record events. */
const recorded = parsedFiles('src/modules')
  .filter(({ text }) => /events\/record\.ts|record-[a-z]+-events\.ts/.test(text))
  .flatMap(({ path, tree }) =>
    descendants(tree)
      .filter(isName)
      .map((name) => ({
        name: name.text,
        location: locationOf(path, tree, name),
      })),
  )

test('every declared event is recorded by a verb', () => {
  const names = recorded.map(({ name }) => name)
  expect(EVENT_TYPES.filter((name) => !names.includes(name))).toEqual([])
})

test('every recorded event is declared', () => {
  const undeclared = recorded.filter(({ name }) => !EVENT_TYPES.some((declared) => declared === name))
  expect(undeclared).toEqual([])
})

test('each name is declared once and starts with the kind of its subject', () => {
  expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length)
  expect(typesOf(...SUBJECTS)).toEqual(EVENT_TYPES)
  for (const subject of SUBJECTS) expect(typesOf(subject)).not.toEqual([])
})

function isName(node: ts.Node): node is ts.StringLiteral {
  return (
    ts.isStringLiteral(node) &&
    new RegExp(`^(${SUBJECTS.join('|')})_[a-z]+ed$|^webhook_test$`).test(node.text)
  )
}

const chapterOf = (heading: string) =>
  readFileSync('docs/contract.md', 'utf8').split(`### ${heading} `)[1]?.split('\n##')[0] ?? ''

test('the contract lists every event', () => {
  const named = [...chapterOf('6.1').matchAll(/`([a-z]+_[a-z]+)`/g)].map(([, name]) => name)
  expect([...new Set(named)].sort()).toEqual([...EVENT_TYPES].sort())
})

test('the contract and the guide list every subscription', () => {
  const fields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).sort()
  const named = [...chapterOf('7.5').matchAll(/`([a-z]+[A-Z]\w+|events)\b/g)].map(([, name]) => name)
  expect([...new Set(named)].sort()).toEqual(fields)
  const guide = readFileSync('docs/subscriptions.md', 'utf8').matchAll(/^\| `(\w+)\(/gm)
  expect([...guide].map(([, name]) => name).sort()).toEqual(fields)
})
