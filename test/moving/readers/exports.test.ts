import { expect, test } from 'vitest'
import { READERS } from '../../../src/moving/readers.ts'
import { filesFrom, ofType, openSample, readAll } from '../read.ts'

test('an export of Jira gives posts with keys, dates, both columns of labels and names of reporters', async () => {
  const reading = await readAll('csv', await openSample('exports/jira.csv'))
  expect(ofType(reading, 'post')).toMatchObject([
    {
      ...{ externalId: 'FERN-12', createdAt: '2024-10-22T06:22:00.000Z', tags: ['reports', 'pdf'] },
      ...{ submitter: 'name:ada byron', votesCount: 4, status: 'to do' },
    },
    {
      externalId: 'FERN-13',
      createdAt: '2025-10-09T13:42:00.000Z',
      tags: ['ui'],
      submitter: 'name:bob miller',
    },
  ])
  expect(reading.faults).toEqual([])
  const { losses } = await READERS.csv.inspect(await openSample('exports/jira.csv'))
  expect(losses.map(({ what }) => what)).toEqual(['column Issue id', 'column Issue Type', 'column Priority'])
})

test('an export of IdeaScale names its other columns, and a negative score counts down-votes', async () => {
  const files = await openSample('exports/ideascale.csv')
  const { losses } = await READERS.csv.inspect(files)
  expect(losses.map(({ what }) => what)).toEqual(['column idea', 'column votes_for', 'column votes_against'])
  expect(ofType(await readAll('csv', files), 'post')).toMatchObject([
    { externalId: '2420-1', votesCount: 7, submitter: 'name:ada_b' },
    { externalId: '2421-1', votesCount: 0, downvotesCount: 13 },
  ])
})

test('the second column of a heading is among the losses', async () => {
  const files = filesFrom({ 'a.csv': 'title,title,status\nA,B,open\n' })
  const { losses } = await READERS.csv.inspect(files)
  expect(losses.map(({ what }) => what)).toEqual(['column title (2)', 'ids'])
  expect(ofType(await readAll('csv', files), 'post')).toMatchObject([{ title: 'A', status: 'open' }])
})

test('a refused row has no password, network address or browser', async () => {
  const { faults } = await readAll('csv', await openSample('exports/secrets.csv'))
  expect(faults).toMatchObject([
    {
      problems: [{ field: 'created_at', value: 'yesterday' }],
      original: { cells: ['2', 'Bad row', 'yesterday', '', '', ''] },
    },
  ])
})

test('a line of the delimiter before the headings is read, and rows keep their numbers', async () => {
  const reading = await readAll('csv', filesFrom({ 'a.csv': 'sep=;\r\ntitle;votes\r\nOne, two;3\r\n' }))
  expect(ofType(reading, 'post')).toMatchObject([{ title: 'One, two', votesCount: 3, origin: { row: 3 } }])
  const piped = await readAll('csv', filesFrom({ 'a.csv': 'sep=|\ntitle|votes\nOne;two|3\n' }))
  expect(ofType(piped, 'post')).toMatchObject([{ title: 'One;two', votesCount: 3 }])
})

test('cells between tabs can have bare quotes', async () => {
  const text = 'title\tdescription\nThe "dark" mode\t"Eyes" hurt\n"With\ttab"\t5" screen\n'
  expect(ofType(await readAll('csv', filesFrom({ 'a.tsv': text })), 'post')).toMatchObject([
    { title: 'The "dark" mode', text: { markdown: '"Eyes" hurt' } },
    { title: 'With\ttab'.replace('\t', ' '), text: { markdown: '5" screen' } },
  ])
})

test('a file without a column of titles needs a decision, which shows the first row', async () => {
  const files = filesFrom({ 'a.csv': 'Dark mode,3\nNight theme,4\n' })
  const reason = 'No column of the file is the title. Its first row is Dark mode, 3.'
  const { decisions, headings } = await READERS.csv.inspect(files)
  expect([decisions, headings]).toEqual([[{ option: '--columns', reason }], ['Dark mode', '3']])
  await expect(readAll('csv', files)).rejects.toThrow(reason)
})
