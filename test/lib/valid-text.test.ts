import { expect, test } from 'vitest'
import { checkText, stringProblem } from '../../src/lib/text/valid-text.ts'

test.each([
  ['', 'ok', null],
  ['日本 😀 e\u0301 \uFFFD', 'ok', null],
  ['\u0001\u001b', 'ok', null],
  ['a\0b', 'nul', 'contains a NUL character'],
  ['\ud83d', 'ill-formed', 'is not valid Unicode'],
  ['\ude00\ud83d', 'ill-formed', 'is not valid Unicode'],
])('storable(%j) returns %j', (value, verdict, problem) => {
  expect(checkText(value)).toBe(verdict)
  expect(stringProblem(value)).toBe(problem)
})
