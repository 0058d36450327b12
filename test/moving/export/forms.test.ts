import { beforeAll, expect, test } from 'vitest'
import { withFormulaGuard, withoutFormulaGuard } from '../../../src/lib/text/formula-guard.ts'
import type { Post } from '../../../src/db/rows.ts'
import { htmlToMarkdown } from '../../../src/lib/rich-text/html-markdown.ts'
import { READERS } from '../../../src/moving/readers.ts'
import type { DemoCredentials } from '../../../src/seed/demo.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom, ofType, readAll } from '../read.ts'
import { exported, rowsOf, fileText, textsOf } from './export.ts'
import { createFullOrganization } from './organization.ts'

const app = useApp()
let demo: DemoCredentials
let posts: Post[]

beforeAll(async () => {
  demo = await createFullOrganization(app)
  const { kysely } = app.database
  await kysely
    .updateTable('posts')
    .set({ title: '=HYPERLINK("https://a.example")' })
    .where('id', 'in', kysely.selectFrom('posts').select('id').orderBy('id', 'desc').limit(1))
    .execute()
  posts = await kysely
    .selectFrom('posts')
    .selectAll()
    .where('organizationId', '=', demo.organization.id)
    .orderBy('id')
    .execute()
})

test('an export without personal data has no name and no address of a person', async () => {
  const { id } = demo.organization
  const written = await exported(app, id, { withoutPersonalData: true, withEvents: true, withAudit: true })
  const people = await app.database.kysely
    .selectFrom('users')
    .select(['name', 'email', 'avatarUrl'])
    .where('organizationId', '=', id)
    .execute()
  const text = Object.values(await textsOf(written)).join('\n')
  const found = people
    .flatMap(({ name, email, avatarUrl }) => [name, email, avatarUrl])
    .filter((value) => value !== null && value !== '' && text.includes(value))
  expect(found).toEqual([])
  expect(text).not.toContain('eva.extra')
  expect(text.match(/[\w.+-]+@[\w-]+\.[\w.]+/g)?.filter((one) => !one.endsWith('@people.invalid'))).toEqual(
    [],
  )
  expect(
    written.files.names.filter((name) => /upload|webhook|external|address|event|audit/.test(name)),
  ).toEqual([])
  const rows = await rowsOf(written, 'people')
  expect(rows).toHaveLength(people.length)
  expect(rows.filter((row) => !/^Person [\da-f]{6}$/.test(String(row['name'])))).toEqual([])
  expect(new Set(rows.map((row) => row['email']).filter(Boolean)).size).toBe(
    people.filter(({ email }) => email !== null).length,
  )
  expect((await readAll('echolog', written.files)).faults).toEqual([])
  const again = await exported(app, id, { withoutPersonalData: true })
  expect(await rowsOf(again, 'people')).toEqual(rows)
})

test('a long word without an address is read once', async () => {
  const [first] = posts
  const { kysely } = app.database
  const long = 'a'.repeat(90_000)
  await kysely
    .updateTable('posts')
    .set({ description: long })
    .where('id', '=', first?.id ?? 0)
    .execute()
  const texts = kysely.updateTable('posts').where('id', '=', first?.id ?? 0)
  await texts.set({ descriptionHtml: long }).execute()
  const written = await exported(app, demo.organization.id, { withoutPersonalData: true })
  expect((await rowsOf(written, 'posts'))[0]?.['descriptionHtml']).toBe(long)
  await texts.set({ descriptionHtml: first?.descriptionHtml ?? '' }).execute()
})

test.each(['＝1+1', '＋1', '－1', '＠SUM', '\t=1'])(
  'a cell that starts a formula as %j is guarded, and read again',
  (cell) => {
    expect(withFormulaGuard(cell)).toBe(`'${cell}`)
    expect(withoutFormulaGuard(withFormulaGuard(cell))).toBe(cell)
  },
)

test('flat tables are read as plain CSV, with their votes, and no cell is a formula', async () => {
  const tagged = `update tags set name = 'Berlin, "Mitte"; DE' where id = (select min(tag_id) from post_tags) returning id`
  const tag = (await app.database.pool.query(tagged)).rows[0].id as number
  const written = await exported(app, demo.organization.id, { form: 'csv' })
  const expected = ['changelogs', 'comments', 'people', 'posts', 'votes'].map((name) => `${name}.csv`)
  expect(written.files.names.filter((name) => name.endsWith('.csv')).toSorted()).toEqual(expected)
  const text = await fileText(written, 'posts.csv')
  expect(text.startsWith('\uFEFFid,title,description,')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""https://a.example"")"`)
  const files = filesFrom({ 'posts.csv': text })
  const votes = filesFrom({ 'votes.csv': await fileText(written, 'votes.csv') })
  const reading = await readAll('csv', files, { votes })
  const found = ofType(reading, 'post')
  expect(found.map(({ externalId, title, votesCount }) => [externalId, title, votesCount])).toEqual(
    posts.map(({ id, title, votesCount }) => [`post_${id}`, title, votesCount]),
  )
  expect(found[3]?.text).toEqual({ markdown: htmlToMarkdown(posts[3]?.descriptionHtml ?? '') })
  const uses = await app.database.kysely
    .selectFrom('postTags')
    .select('postId')
    .where('tagId', '=', tag)
    .execute()
  const named = found.filter(({ tags }) => tags?.some((name) => name.includes('berlin, "mitte"; de')))
  expect(named).toHaveLength(uses.length)
  const rows = await app.database.kysely.selectFrom('votes').select('direction').execute()
  const directions = ofType(reading, 'vote').map(({ direction }) => direction)
  expect(directions.toSorted()).toEqual(rows.map(({ direction }) => direction).toSorted())
  expect(reading.faults).toEqual([])
})

test("Quackback's template is read by its reader, with the posts of public lists", async () => {
  const written = await exported(app, demo.organization.id, { form: 'quackback' })
  expect(written.files.names).toEqual(['README.txt', 'posts.csv'])
  expect((await READERS.quackback.inspect(written.files)).losses).toEqual([])
  const reading = await readAll('quackback', written.files)
  expect(reading.faults).toEqual([])
  const shown = posts.filter(
    ({ mergedIntoId, hidden, approvalStatus }) =>
      mergedIntoId === null && !hidden && approvalStatus === 'approved',
  )
  expect(
    ofType(reading, 'post').map(({ externalId, title, votesCount }) => [externalId, title, votesCount]),
  ).toEqual(shown.map(({ id, title, votesCount }) => [`post_${id}`, title, votesCount]))
})
