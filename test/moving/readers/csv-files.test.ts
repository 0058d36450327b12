import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SourceFault } from '../../../src/moving/source-fault.ts'
import { openCsv, type CsvOptions } from '../../../src/moving/sources/csv.ts'
import { encodingOf } from '../../../src/moving/sources/encoding.ts'
import { filesOf } from '../../../src/moving/sources/open-files.ts'
import type { Row } from '../../../src/moving/sources/row.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { filesFrom } from '../read.ts'

const SEED = 20261122
const settings = { seed: SEED, numRuns: 150 }

async function rowsOf(content: string | Uint8Array, options: CsvOptions = {}): Promise<Row[]> {
  const table = await openCsv(filesFrom({ 'posts.csv': content }), 'posts.csv', options)
  const rows: Row[] = []
  for await (const row of table.rows()) rows.push(row)
  return rows
}

const delimiters = fc.constantFrom(',', ';', '\t')
const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csvOf = (rows: string[][], delimiter: string, lineEnd: string) =>
  rows.map((row) => row.map(quoted).join(delimiter) + lineEnd).join('')

/** Cells with the characters that a parser may stumble over. */
const cells = fc
  .array(fc.constantFrom('a', 'B', '7', ' ', '"', ',', ';', '\t', '\n', '\r\n', "'", '=', 'ü', '€', 'é'), {
    maxLength: 12,
  })
  .map((parts) => `x${parts.join('')}`)
const tables = fc.array(fc.tuple(cells, cells, cells), { minLength: 1, maxLength: 8 })

test('every cell is read as it was written, with any delimiter, line ends and encoding', async () => {
  const encodings = fc.constantFrom('utf8', 'utf8 with mark', 'utf16le', 'windows-1252')
  await fc.assert(
    fc.asyncProperty(tables, delimiters, lineEnds, encodings, async (given, delimiter, lineEnd, encoding) => {
      // In windows-1252, `é€€` has the bytes of a UTF-8 sequence.
      const inEncoding = (cell: string) => (encoding === 'windows-1252' ? cell.replaceAll('€', 'ö') : cell)
      const rows = given.map((row) => row.map(inEncoding))
      const text = csvOf([['one', 'two', 'three'], ...rows], delimiter, lineEnd)
      const read = await rowsOf(encode(text, encoding))
      const values = read.map((row) => ['one', 'two', 'three'].map((name) => row.value(name)))
      expect(values).toEqual(rows)
      expect(read.flatMap((row) => row.problems)).toEqual([])
      expect(read.map((row) => row.origin.row)).toEqual(rows.map((_, index) => index + 2))
    }),
    settings,
  )
})

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return Buffer.from(text)
  if (encoding === 'utf8 with mark') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(text, 'latin1')
}

test('any text is read or refused with a fault of the source, and never fails otherwise', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const result = await rowsOf(bytes).catch((error: unknown) => error)
      expect(Array.isArray(result) || result instanceof SourceFault).toBe(true)
    }),
    settings,
  )
})

test.each([
  ['an unclosed quote', 'title,votes\n"Dark mode,3\n', 'A quote is not closed.'],
  ['a misplaced quote', 'title,votes\n"Dark"mode,3\n', 'A quote is misplaced.'],
  ['a cell of 5 MB', `title\n"${'x'.repeat(5_000_000)}"\n`, 'A row has more than 4 MiB.'],
  [
    'a row of 4 million values',
    `title\nx\n${','.repeat(4_000_000)}y\n`,
    'A row has more than 100000 values.',
  ],
  ['4 million headings', `${','.repeat(4_000_000)}title\nx\n`, 'A row has more than 100000 values.'],
  ['an unclosed quote before 5 MB', `title\nx\n"${'y\n'.repeat(2_500_000)}`, 'A row has more than 4 MiB.'],
  ['an empty file', '', 'The file is empty.'],
])('refuses %s by name', async (_name, text, message) => {
  await expect(rowsOf(text)).rejects.toThrow(message)
  await expect(rowsOf(text)).rejects.toThrow('posts.csv')
})

test('a file with UTF-8 and other bytes is refused with the row, until an encoding is named', async () => {
  const mixed = Buffer.concat([Buffer.from('title\nGrün\n'), Buffer.from('Gr\xfcn\n', 'latin1')])
  await expect(rowsOf(mixed)).rejects.toThrow('mixes UTF-8 with another encoding')
  await expect(rowsOf(mixed)).rejects.toMatchObject({ row: 3 })
  const [, second] = await rowsOf(mixed, { encoding: 'windows-1252' })
  expect(second?.value('title')).toBe('Grün')
})

test('other work proceeds while a large part of a file is read', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  expect(await rowsOf(`title\n${'Dark mode\n'.repeat(200_000)}`)).toHaveLength(200_000)
  isRead = true
  expect(turns).toBeGreaterThan(100)
})

test('rows of another number of values than the headings take no longer than others', async () => {
  const text = `title,votes\n${',,\n'.repeat(200_000)}`
  const time = await cpuTime(async () => expect(await rowsOf(text)).toEqual([]))
  expect(time).toBeLessThan(1_500)
})

test('other work proceeds while the encoding of a file in one piece is searched', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  const bytes = Buffer.from(`${'ü'.repeat(5_000_000)}\xff`, 'latin1')
  const read = () => Readable.from([bytes], { objectMode: false })
  setImmediate(count)
  const files = filesOf([{ name: 'a.csv', bytes: { size: bytes.length, read } }])
  expect(await encodingOf(files, 'a.csv')).toMatchObject({ encoding: 'windows-1252' })
  isRead = true
  expect(turns).toBeGreaterThan(50)
})

test('rows have the numbers that spreadsheets show', async () => {
  const rows = await rowsOf('\ntitle,text\r\n\r\na,"two\nlines"\r\n,\r\n , \r\nb,c\r\n')
  expect(rows.map(({ origin }) => origin.row)).toEqual([4, 7])
})

test.each([
  ['"title" of it\nx\n', 1],
  ['title\n\n"x" y\n', 3],
  ['title\nx\n\n"y\n\n', 4],
])('a fault of %j names its row', async (text, row) => {
  await expect(rowsOf(text)).rejects.toMatchObject({ row })
})

test('a row of headings in another encoding is row 1', async () => {
  const mixed = Buffer.concat([Buffer.from('title é '), Buffer.from([0xe9]), Buffer.from('\nx\n')])
  await expect(rowsOf(mixed)).rejects.toMatchObject({ row: 1 })
})

test('a bad row is an error of the record, with its row and without its secrets', async () => {
  const nul = await rowsOf(
    'title,password,ip,userIp,last_IP\na\0b,hush,hush,hush,hush\nfine,hush,hush,hush,hush,more\n',
  )
  expect(nul[0]?.text('title')).toBeUndefined()
  expect(nul[0]?.problems).toMatchObject([{ field: 'title', reason: 'contains a NUL character' }])
  expect(nul[1]?.problems).toMatchObject([{ field: 'row', value: '6 values' }])
  expect(JSON.stringify(nul.map(({ original, values }) => [original, values]))).not.toContain('hush')
  const long = await rowsOf(`title\n${'é'.repeat(600_000)}\n`)
  expect(long[0]?.text('title')).toBeUndefined()
  expect(long[0]?.problems).toMatchObject([{ reason: 'has more than 1 MiB' }])
})

test('headings are found by letters and digits, without accents, and the column of errors is left out', async () => {
  const [row] = await rowsOf('Créé le;error;Vote  Count\n2025-01-02;is missing;1.234\n')
  expect(row?.moment('cree_le')).toBe('2025-01-02T00:00:00.000Z')
  expect(row?.count('vote_count')).toBe(1234)
  expect(row?.values).toEqual({ creele: '2025-01-02', votecount: '1.234' })
})

test('columns with one heading are read apart, and the original row keeps it', async () => {
  const table = await openCsv(filesFrom({ 'a.csv': 'Labels,labels,Labels (2)\na,b,c\n' }), 'a.csv', {})
  expect(table.headings).toEqual(['Labels', 'labels (3)', 'Labels (2)'])
  const [row] = await rowsOf('Labels,labels,Labels (2)\na,b,c\n')
  expect(table.headings.map((heading) => row?.word(heading))).toEqual(['a', 'b', 'c'])
  expect(row?.original?.headings).toEqual(['Labels', 'labels', 'Labels (2)'])
})

test('words with the letters of ip are no network addresses', async () => {
  const [row] = await rowsOf('zip,VIP,membership,Trip type\n1,2,3,4\n')
  expect(Object.values(row?.values ?? {})).toEqual(['1', '2', '3', '4'])
})

test('one guarding apostrophe is removed from each cell', async () => {
  const [row] = await rowsOf(`a,b,c\n'=1,''=1,'word\n`, { guarded: true })
  expect(['a', 'b', 'c'].map((name) => row?.value(name))).toEqual(['=1', "''=1", "'word"])
})
