import { assertSame, assertThat, forEach, formatValue, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { change, make } from '../things.ts'

const CUSTOMERS = '/api/v3/customers'
const WRITES = ['write', 'session'] as const

/** Contract 3.8, 3.9 and 4.2: customers and their import. */
export const customers: Chapter = {
  name: 'customers',
  section: '3.8, 3.9, 4.2',
  checks: () => [
    { name: 'A customer is created and read with the fields that were sent', needs: WRITES, run: create },
    {
      name: 'A second customer of the same e-mail is refused, ignoring case',
      needs: WRITES,
      run: refuseTwin,
    },
    { name: 'An invalid e-mail address is refused', needs: WRITES, run: refuseEmail },
    { name: 'custom_fields replaces the whole set, by id and by e-mail', needs: WRITES, run: replace },
    {
      name: 'An import stores good entries and returns the others with reasons',
      needs: WRITES,
      run: importAll,
    },
    { name: 'An import of more than 1000 entries is refused', needs: WRITES, run: refuseImport },
    {
      name: 'A CSV file without addresses, or with more than 2000 rows, is refused',
      needs: [...WRITES, `GET ${CUSTOMERS}/import/{id}`],
      run: refuseFile,
    },
    { name: "A deleted customer's data is gone", needs: WRITES, run: remove },
  ],
}

async function create(target: Target): Promise<void> {
  const { things, call } = target
  const sent = {
    name: things.name('Ada'),
    blocked: false,
    starred: true,
    labels: ['early', things.mark],
    custom_fields: { plan: 'gold', seats: 25 },
  }
  const customer = await make(target, CUSTOMERS, { email: things.email('Frank'), ...sent })
  const { name, blocked, starred, labels, custom_fields } = customer
  assertSame('email', customer.email, things.email('frank'))
  assertSame('fields', [name, blocked, starred], [sent.name, false, true])
  assertSame('labels', [...labels].sort(), sent.labels.toSorted())
  assertSame('custom_fields', sorted(custom_fields), sent.custom_fields)
  const counts = [customer.post_count, customer.votes_count, customer.comments_count]
  assertSame('counts', counts, [0, 0, 0])
  const read = (await call('GET', `${CUSTOMERS}/${customer.id}`)).body
  assertSame('id and e-mail when read', [read.id, read.email], [customer.id, customer.email])
}

const sorted = (fields: Body) =>
  Object.fromEntries(Object.entries(fields as object).sort(([one], [other]) => one.localeCompare(other)))

async function refuseTwin(target: Target): Promise<void> {
  const email = target.things.email('heidi')
  await make(target, CUSTOMERS, { email })
  const answer = await target.call('POST', CUSTOMERS, { body: { email: email.toUpperCase() } })
  assertRefused(answer, 422, 'ERROR_CODE_ALREADY_EXISTS')
}

async function refuseEmail({ call }: Target): Promise<void> {
  const answer = await call('POST', CUSTOMERS, { body: { email: 'not-an-address' } })
  assertRefused(answer, [400, 422], 'ERROR_CODE_INVALID_PARAM')
  assertSame('message', answer.body.message, 'Email is invalid')
}

async function replace(target: Target): Promise<void> {
  const { things } = target
  const email = things.email('ivan')
  const { id } = await make(target, CUSTOMERS, { email, name: 'Ivan', custom_fields: { a: 1, b: 2 } })
  const byId = await change(target, `${CUSTOMERS}/${id}`, { custom_fields: { c: 3 } })
  assertSame('custom_fields', byId.custom_fields, { c: 3 })
  assertSame('name', byId.name, 'Ivan')
  const byEmail = await change(target, CUSTOMERS, { email, name: 'Ivan II' })
  assertSame('by e-mail', [byEmail.id, byEmail.name, byEmail.custom_fields], [id, 'Ivan II', { c: 3 }])
}

async function importAll(target: Target): Promise<void> {
  const { things, call } = target
  const [one, other] = [things.email('judy'), things.email('kim')]
  const customers = [{ email: one, name: 'Judy' }, { email: 'nobody', name: 'Nobody' }, { email: other }]
  const { status, body } = await call('POST', `${CUSTOMERS}/import`, { body: { customers } })
  for (const { id } of (body?.customers ?? []) as Body[]) things.keep(`${CUSTOMERS}/${id}`)
  assertSame('status', status, 200)
  assertSame(
    'stored',
    (body.customers as Body[]).map(({ email }) => email as string),
    [one, other],
  )
  const errors = { email: ['is invalid'] }
  const expected = { index: 1, email: 'nobody', message: 'Email is invalid', errors }
  assertSame('errors', pick(body.errors), [expected])
  const again = await call('POST', `${CUSTOMERS}/import`, {
    body: { customers: [{ email: one, name: 'Judith' }] },
  })
  const { id, name } = again.body?.customers?.[0] ?? {}
  assertSame(
    'an import of the same e-mail',
    [id, name, again.body?.errors],
    [body.customers[0].id, 'Judith', []],
  )
}

const pick = (entries: Body[]) =>
  entries.map(({ index, email, message, errors }) => ({ index, email, message, errors }))

async function refuseImport({ call }: Target): Promise<void> {
  const customers = Array.from({ length: 1_001 }, () => ({ email: 'nobody' }))
  const answer = await call('POST', `${CUSTOMERS}/import`, { body: { customers } })
  assertRefused(answer, [400, 422], 'ERROR_CODE_INVALID_PARAM')
}

async function refuseFile({ call }: Target): Promise<void> {
  const files = [`email\n${'nobody\n'.repeat(2_001)}`, 'first,second\n1,2\n', '']
  await forEach(files, async (text) => {
    const body = new FormData()
    body.set('csv_file', new Blob([text], { type: 'text/csv' }), 'customers.csv')
    assertRefused(await call('POST', `${CUSTOMERS}/import`, { body }), [400, 413, 422])
  })
}

async function remove(target: Target): Promise<void> {
  const { things, call, rows } = target
  const email = things.email('leo')
  const { id } = await make(target, CUSTOMERS, { email, name: things.name('Leo') })
  const { status, body } = await call('DELETE', `${CUSTOMERS}/${id}`)
  assertSame('DELETE', [status, body?.success], [200, true])
  things.forget(`${CUSTOMERS}/${id}`)
  const left = (await rows(CUSTOMERS)).filter((row) => JSON.stringify(row).includes(email))
  assertThat(left.length === 0, `the list has ${formatValue(left)}`)
}
