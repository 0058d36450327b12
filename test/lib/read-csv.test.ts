import { expect, test } from 'vitest'
import { readCsv } from '../../src/lib/text/csv/read-csv.ts'

/** Characters of a part that is parsed without a pause. */
const PART = 8 * 1024
const LIMITS = { maxRows: 10, maxColumns: 10 }

test.each([
  ['a line end of two characters', '\r\n'],
  ['a line end of one character', '\r'],
  ['a line feed', '\n'],
])('%s at the border of two parts ends one row', async (_name, end) => {
  for (let length = PART - 12; length <= PART + 2; length++) {
    const first = 'x'.repeat(length)
    const { headings, rows } = await readCsv('csv', `name,more${end}${first},1${end}y,2${end}`, LIMITS)
    expect(headings).toEqual(['name', 'more'])
    expect(rows).toEqual([
      [first, '1'],
      ['y', '2'],
    ])
  }
})

test('a character of two units at the border of two parts is not broken', async () => {
  for (let length = PART - 12; length <= PART + 2; length++) {
    const value = `${'x'.repeat(length)}😀ü漢`
    const { rows } = await readCsv('csv', `name\n${value}\n`, LIMITS)
    expect(rows).toEqual([[value]])
  }
})

test('the delimiter is that of the first line, after a byte order mark', async () => {
  const { headings, delimiter } = await readCsv('csv', `\uFEFFname;"a,b,c";more\n1;2;3\n`, LIMITS)
  expect([headings, delimiter]).toEqual([['name', 'a,b,c', 'more'], ';'])
})
