import { assertSame, assertThat, Difference, forEach, formatValue, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import { assertField, assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { change, make, thingOf } from '../things.ts'

const CHANGELOGS = '/api/v3/changelogs'
const WRITES = ['write', 'session'] as const

/** Contract 3.4, 3.11 and 4.6: entries of the changelog. */
export const changelogs: Chapter = {
  name: 'changelogs',
  section: '3.4, 3.11, 4.6',
  checks: () => [
    { name: 'An entry is read by its id as it is listed, in a list of one', run: read },
    { name: 'A draft is published, returned to draft, changed and deleted', needs: WRITES, run: useDraft },
    { name: 'An entry has its posts and the Markdown of its HTML', needs: WRITES, run: embed },
    { name: 'scheduled_published_at accepts every unambiguous form', needs: WRITES, run: schedule },
    {
      name: 'scheduled_published_at refuses an ambiguous, past or unreadable time',
      needs: WRITES,
      run: refuseTimes,
    },
    { name: 'An entry is not both published and scheduled', needs: WRITES, run: refuseBoth },
    { name: 'Translations list one another, one per language', needs: WRITES, run: translate },
    { name: 'Without a locale an entry is in English, or is refused', needs: WRITES, run: leaveOutLocale },
    { name: 'An unknown locale is refused', needs: WRITES, run: refuseLocale },
  ],
}

async function read({ first, call }: Target): Promise<void> {
  const entry = await first(CHANGELOGS)
  const { body } = await call('GET', `${CHANGELOGS}/${entry.id}`)
  assertSame('number of entries', body?.changelogs?.length, 1)
  assertSame('the entry', body.changelogs[0], entry)
}

async function useDraft(target: Target): Promise<void> {
  const { things, call } = target
  const title = things.name('Draft')
  const draft = await make(target, CHANGELOGS, { title, description: 'Text', locale: 'en' })
  const stateOf = ({ published, published_on, scheduled_published_at }: Body) =>
    [published, published_on, scheduled_published_at] as unknown[]
  assertSame('a draft', [draft.title, ...stateOf(draft)], [title, false, null, null])
  const path = `${CHANGELOGS}/${draft.id}`
  const answer = await call('POST', `${path}/publish`)
  const published = thingOf(answer.body)
  assertSame('publish', [answer.status, published.published], [200, true])
  const day = String(published.published_on)
  assertThat(
    /^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(day),
    `published_on is ${formatValue(published.published_on)}`,
  )
  const back = thingOf((await call('PUT', path, { body: { published: false } })).body)
  assertSame('published: false', stateOf(back), [false, null, null])
  const changed = await change(target, path, { title: things.name('Changed') })
  assertSame('PUT', changed.title, things.name('Changed'))
  assertSame('DELETE', (await call('DELETE', path)).body?.success, true)
  things.forget(path)
  assertRefused(await call('GET', path), 404, 'ERROR_CODE_NOT_FOUND')
}

async function embed(target: Target): Promise<void> {
  const { things, first } = target
  const post = await first('/api/v3/feature_requests')
  const entry = await make(target, CHANGELOGS, {
    title: things.name('Covers a post'),
    locale: 'en',
    description: '<p>A <strong>bold</strong> text<script>x()</script></p>',
    feature_requests_ids: [post.id],
  })
  assertSame(
    'feature_requests',
    (entry.feature_requests as Body[]).map(({ id }) => id as number),
    [post.id],
  )
  assertSame('description', entry.description, '<p>A <strong>bold</strong> text</p>')
  assertSame('description_markdown', String(entry.description_markdown).trim(), 'A **bold** text')
}

/** The forms of contract 3.4, for the evening of 24 December of a year. */
const formsOf = (year: number): [sent: string | number, iso: string][] => {
  const day = `${year}-12-24T00:00:00.000Z`
  const evening = `${year}-12-24T18:00:00.000Z`
  return [
    [`${year}-12-24`, day],
    [`${year}-12-24 18:00`, evening],
    [`${year}-12-24T18:00:00Z`, evening],
    [`${year}-12-24T19:00:00+01:00`, evening],
    [`${year}/12/24`, day],
    [`${year}1224`, day],
    [`24 Dec ${year}`, day],
    [`24-Dec-${year}`, day],
    [`24th December ${year}`, day],
    [`December 24, ${year} 6pm`, evening],
    [`24/12/${year}`, day],
    [new Date(evening).toUTCString(), evening],
    [Date.parse(evening) / 1_000, evening],
    [String(Date.parse(evening) / 1_000), evening],
    [Date.parse(evening), evening],
  ]
}

async function schedule(target: Target): Promise<void> {
  const { things, call } = target
  const { id } = await make(target, CHANGELOGS, { title: things.name('Scheduled'), locale: 'en' })
  await forEach(formsOf(new Date().getUTCFullYear() + 1), async ([scheduled_published_at, iso]) => {
    const answer = await call('PUT', `${CHANGELOGS}/${id}`, { body: { scheduled_published_at } })
    const about = `scheduled_published_at ${formatValue(scheduled_published_at)}`
    if (answer.status !== 200) throw new Difference(`${about} answers ${answer.status}: ${answer.text}`)
    const entry = thingOf(answer.body)
    assertSame(about, [entry.scheduled_published_at, entry.published], [iso, false])
  })
  const cancelled = await call('PUT', `${CHANGELOGS}/${id}`, { body: { scheduled_published_at: null } })
  assertSame('null', thingOf(cancelled.body).scheduled_published_at, null)
}

async function refuseTimes({ things, call }: Target): Promise<void> {
  const year = new Date().getUTCFullYear() + 1
  const times = [`01/02/${year}`, `${year}-13-01`, 'soon', `${year - 2}-01-01`, `${year}-02-30`]
  await forEach(times, async (scheduled_published_at) => {
    const body = { title: things.name('Refused'), locale: 'en', scheduled_published_at }
    const answer = await call('POST', CHANGELOGS, { body })
    assertRefused(answer, [400, 422], 'ERROR_CODE_INVALID_PARAM')
    assertField(answer, 'scheduled_published_at')
  })
}

async function refuseBoth({ things, call }: Target): Promise<void> {
  const scheduled_published_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { title: things.name('Refused'), locale: 'en', published: true, scheduled_published_at }
  assertRefused(await call('POST', CHANGELOGS, { body }), [400, 422], 'ERROR_CODE_INVALID_PARAM')
}

async function translate(target: Target): Promise<void> {
  const { things, call } = target
  const original = await make(target, CHANGELOGS, { title: things.name('Original'), locale: 'en' })
  const german = await make(target, CHANGELOGS, {
    title: things.name('Deutsch'),
    locale: 'de',
    original_id: original.id,
  })
  // A translation of a translation joins the same group.
  const body = { title: things.name('Français'), locale: 'fr', original_id: german.id }
  const french = await make(target, CHANGELOGS, body)
  const localesOf = async (id: number) => {
    const entry = thingOf((await call('GET', `${CHANGELOGS}/${id}`)).body)
    return (entry.other_languages as Body[]).map(({ locale }) => locale as string).sort()
  }
  assertSame('others of the original', await localesOf(original.id), ['de', 'fr'])
  assertSame('others of the last translation', await localesOf(french.id), ['de', 'en'])
  const again = await call('POST', CHANGELOGS, { body: { ...body, original_id: original.id } })
  assertRefused(again, 422, 'ERROR_CODE_ALREADY_EXISTS', 'ERROR_CODE_INVALID_PARAM')
}

/** A multilingual changelog, a setting of the organization, requires a locale. */
async function leaveOutLocale(target: Target): Promise<void> {
  const { things, call } = target
  const body = { title: things.name('No locale') }
  const answer = await call('POST', CHANGELOGS, { body })
  if (answer.status === 201) {
    const { id, locale } = thingOf(answer.body)
    things.keep(`${CHANGELOGS}/${id}`)
    assertSame('locale', locale, 'en')
  } else {
    assertRefused(answer, 422, 'ERROR_CODE_MISSING_PARAM')
    assertField(answer, 'locale')
  }
}

async function refuseLocale({ things, call }: Target): Promise<void> {
  const answer = await call('POST', CHANGELOGS, { body: { title: things.name('Refused'), locale: 'xx' } })
  assertRefused(answer, 400, 'ERROR_CODE_INVALID_PARAM')
  assertField(answer, 'locale')
}
