import { assertSame, assertThat, skipUnless, type Chapter } from '../check.ts'
import type { Answer } from '../client.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { make, thingOf } from '../things.ts'

const TAGS = '/api/v3/tags'
const HEADER = 'Idempotency-Key'

/** Contract 2: a POST that is repeated with its key is done once. */
export const idempotency: Chapter = {
  name: 'idempotency',
  section: '2',
  checks: () => [
    { name: 'A POST that is repeated with its key is done once', needs: ['write'], run: repeat },
    {
      name: 'A refused POST that is repeated with its key has the same answer',
      needs: ['write'],
      run: repeatRefusal,
    },
    { name: 'A key that is used for another body is 422', needs: ['write'], run: refuseOtherBody },
    { name: 'A key that is not valid is refused with 400', needs: ['write'], run: refuseKey },
  ],
}

function skipUnlessDocumented({ document }: Target): void {
  const names = document.find(`POST ${TAGS}`)?.parameters.map(({ name }) => name) ?? []
  skipUnless(names.includes(HEADER), `the document has no ${HEADER}`)
}

const headerOf = ({ things }: Target, name: string) => ({ [HEADER]: `${things.mark}-${name}` })

async function repeat(target: Target): Promise<void> {
  skipUnlessDocumented(target)
  const { things, call, rows } = target
  const body = { name: things.name('Once') }
  const headers = headerOf(target, 'once')
  const tag = await make(target, TAGS, body, { headers })
  const again = await call('POST', TAGS, { body, headers })
  assertSame('the repetition', [again.status, thingOf(again.body)], [201, tag])
  assertSame('Idempotency-Replayed', again.headers.get('Idempotency-Replayed'), 'true')
  const twins = (await rows(TAGS)).filter(({ name }) => name === body.name)
  assertSame('number of tags', twins.length, 1)
}

async function repeatRefusal(target: Target): Promise<void> {
  skipUnlessDocumented(target)
  const { things, call } = target
  const name = things.name('Taken')
  await make(target, TAGS, { name })
  const send = (): Promise<Answer> =>
    call('POST', TAGS, { body: { name }, headers: headerOf(target, 'taken') })
  const one = await send()
  assertRefused(one, 422, 'ERROR_CODE_ALREADY_EXISTS')
  const other = await send()
  assertSame('the repetition', [other.status, other.body], [one.status, one.body])
}

async function refuseOtherBody(target: Target): Promise<void> {
  skipUnlessDocumented(target)
  const { things, call, rows } = target
  const headers = headerOf(target, 'other')
  await make(target, TAGS, { name: things.name('First body') }, { headers })
  const name = things.name('Other body')
  const answer = await call('POST', TAGS, { body: { name }, headers })
  assertRefused(answer, 422, 'ERROR_CODE_INVALID_PARAM')
  const made = (await rows(TAGS)).some((tag) => tag.name === name)
  assertThat(!made, 'the refused POST was done')
}

async function refuseKey(target: Target): Promise<void> {
  skipUnlessDocumented(target)
  const headers = { [HEADER]: 'x'.repeat(1_000) }
  const body = { name: target.things.name('Refused') }
  assertRefused(await target.call('POST', TAGS, { body, headers }), 400, 'ERROR_CODE_INVALID_PARAM')
}
