import { beforeAll, expect, test } from 'vitest'
import { changelogCalls, TOMORROW } from '../support/fixtures/changelogs.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

let calls: ReturnType<typeof changelogCalls>

beforeAll(async () => {
  calls = changelogCalls(app, await createTenant(app))
})

test('accepts only known locales, and requires one where the changelog is multilingual', async () => {
  expect((await calls.written({ locale: 'zh-TW' })).locale).toBe('zh-TW')
  for (const locale of ['xx', 'EN', 'en-US'])
    await calls.expectRefused({ title: 'x', locale }, 400, 'ERROR_CODE_INVALID_PARAM', 'locale')
  const own = await createTenant(app)
  await app.database.pool.query('update organizations set multilingual_changelog = true where id = $1', [
    own.organization.id,
  ])
  expect(await changelogCalls(app, own).write({ title: 'x' })).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_MISSING_PARAM', errors: { locale: ["can't be blank"] } },
  })
  expect((await changelogCalls(app, own).write({ title: 'x', locale: 'de' })).status).toBe(201)
})

test('stores one entry per language, also for a translation of a translation', async () => {
  const original = await calls.written({ title: 'Hello', published: true })
  const german = await calls.written({ title: 'Hallo', locale: 'de', original_id: original.id })
  const scheduled = { scheduled_published_at: TOMORROW }
  const french = await calls.written({ title: 'Bonjour', locale: 'fr', original_id: german.id, ...scheduled })
  const line = (of: { id: number; title: string; locale: string }, status: string) => {
    return { id: of.id, title: of.title, locale: of.locale, status }
  }
  const others = async (id: number) => (await calls.read(id)).body.changelogs[0].other_languages
  expect(await others(original.id)).toEqual([line(german, 'draft'), line(french, 'scheduled')])
  expect(await others(french.id)).toEqual([line(original, 'published'), line(german, 'draft')])
  for (const taken of ['en', 'de'])
    await calls.expectRefused(
      { title: 'x', locale: taken, original_id: french.id },
      422,
      'ERROR_CODE_ALREADY_EXISTS',
      'locale',
    )
  expect((await calls.change(french.id, { locale: 'de' })).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
  expect((await calls.change(original.id, { locale: 'fr' })).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
  expect((await calls.change(french.id, { locale: 'it' })).body.changelogs[0].locale).toBe('it')

  const gone = await calls.remove(original.id)
  expect(gone).toMatchObject({ status: 200, body: { success: true, message: 'Changelog deleted' } })
  expect(await others(german.id)).toEqual([line({ ...french, locale: 'it' }, 'scheduled')])
  expect(await others(french.id)).toEqual([line(german, 'draft')])
  const english = await calls.written({ title: 'Hi', locale: 'en', original_id: french.id })
  expect(english.other_languages.map(({ id }: { id: number }) => id)).toEqual([german.id, french.id])
})

test("rejects an original that does not exist or is another organization's", async () => {
  const foreign = (await changelogCalls(app, await createTenant(app)).write({ title: 'Foreign' })).body
    .changelogs[0]
  for (const id of [foreign.id, 2_000_000_000, 99_999_999_999])
    await calls.expectRefused(
      { title: 'x', locale: 'de', original_id: id },
      422,
      'ERROR_CODE_INVALID_PARAM',
      'original_id',
    )
})
