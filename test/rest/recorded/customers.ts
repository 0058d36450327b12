import type { Area, World } from '../../support/recording/world.ts'
import { TEXTS } from './scenario.ts'

const PATH = '/api/v3/customers'

const ALL = {
  name: 'Bob 🎩 <b>',
  profile_picture_url: 'https://example.com/bob.png?a=1&b=2',
  labels: ['vip', 'Größe', 'vip'],
  starred: true,
  blocked: false,
  custom_fields: { plan: 'pro', seats: 12, deep: { list: [1, null, 'ü'] }, '2': 'b', '1': 'a' },
}

/** Customers: creation, search, change by id and e-mail, import and deletion. */
export const customers: Area = {
  name: 'customers',
  async play(world) {
    await create(world)
    await list(world)
    await change(world)
    await bring(world)
    await remove(world)
    await bringFile(world)
  },
}

async function create({ send }: World): Promise<void> {
  await send('admin', `POST ${PATH}`, { email: 'Zed@People.example' })
  await send('admin', `POST ${PATH}`, { email: 'bob@people.example', ...ALL })
  await send('member', `POST ${PATH}`, {
    email: 'cid@people.example',
    name: null,
    profile_picture: 'https://example.com/cid.png',
    labels: 'a, b,,c',
    starred: '1',
    blocked: 'true',
  })
  await send('token', `POST ${PATH}`, { email: 'dee@people.example', name: TEXTS.unicode, custom_fields: {} })
  await send('admin', `POST ${PATH}`, { email: 'ada@acme.example', name: 'An admin' })
  await send('admin', `POST ${PATH}`, { email: 'BOB@people.example' })
  await send('admin', `POST ${PATH}?email=eve@people.example&name=Query`)
  await send('key', `GET ${PATH}`)
  await send('customer', 'POST /api/v3/feature_requests', { title: 'By a known customer' })
}

async function list({ send }: World): Promise<void> {
  for (const who of ['key', 'admin', 'member', 'customer', 'token', 'stranger'])
    await send(who, `GET ${PATH}`)
  for (const query of [
    'q=bob',
    'q=PEOPLE',
    'q=%25',
    'q=',
    'q=nobody-at-all',
    'label=vip',
    'label=none',
    'label=vip&q=bob',
    'per_page=2',
    'per_page=2&page=2',
    'per_page=2&page=9',
  ])
    await send('key', `GET ${PATH}?${query}`)
  for (const { id } of (await send('key', `GET ${PATH}?per_page=100`)).customers as { id: number }[])
    await send('key', `GET ${PATH}/${id}`)
}

async function change({ send }: World): Promise<void> {
  const [{ id }] = (await send('key', `GET ${PATH}?q=zed`)).customers as [{ id: number }]
  await send('admin', `PUT ${PATH}/${id}`, ALL)
  await send('admin', `PUT ${PATH}/${id}`, { email: 'zoe@people.example' })
  await send('admin', `PUT ${PATH}/${id}`, { email: 'bob@people.example' })
  await send('admin', `PUT ${PATH}/${id}`, {})
  await send('admin', `PUT ${PATH}/${id}`, {
    name: null,
    profile_picture_url: null,
    labels: [],
    starred: false,
  })
  await send('admin', `PUT ${PATH}/${id}`, { custom_fields: { seats: null, more: true }, blocked: true })
  await send('member', `PUT ${PATH}/${id}`, {
    labels: ['x', 'y'],
    profile_picture: 'https://example.com/z.png',
  })
  await send('token', `PUT ${PATH}/${id}`, { name: 'By an app' })
  await send('customer', `PUT ${PATH}/${id}`, { name: 'No' })
  await send('admin', `PUT ${PATH}`, { email: 'BOB@people.example', name: 'Robert', labels: ['new'] })
  await send('admin', `PUT ${PATH}`, { email: 'unknown@people.example', name: 'Unknown' })
  await send('admin', `PUT ${PATH}`, { email: 'bob@people.example' })
  await send('token', `PUT ${PATH}`, { email: 'bob@people.example', starred: false })
}

async function bring({ send }: World): Promise<void> {
  const path = `POST ${PATH}/import`
  await send('admin', path, { customers: [] })
  await send('admin', path, {
    customers: [
      { email: 'new@people.example', ...ALL },
      { email: 'bob@people.example', name: 'Imported', labels: 'one,two' },
      { email: 'no address' },
      { name: 'Without an address' },
      'not an object',
      null,
      { email: 'fay@people.example', starred: 'perhaps', labels: 5, custom_fields: [] },
      { email: 'NEW@people.example', name: 'Twice' },
      { email: 'gus@people.example', name: 'x'.repeat(300) },
      { email: 'hal@people.example', user_since: '2019-01-01', unknown: 1 },
    ],
  })
  await send('member', path, { customers: [{ email: 'ian@people.example' }] })
  await send('token', path, { customers: [{ email: 'joe@people.example' }] })
  await send('customer', path, { customers: [{ email: 'kay@people.example' }] })
  await send('key', `GET ${PATH}?per_page=100`, undefined, { note: 'after imports' })
}

async function remove({ send }: World): Promise<void> {
  const found = (await send('key', `GET ${PATH}?per_page=100`)).customers as { id: number; email: string }[]
  const [bob, ...others] = found.toSorted((one, other) => (one.email < other.email ? -1 : 1)).slice(1)
  await send('customer', `DELETE ${PATH}/${bob?.id}`)
  await send('admin', `DELETE ${PATH}/${bob?.id}`)
  await send('admin', `DELETE ${PATH}/${bob?.id}`)
  await send('key', `GET ${PATH}/${bob?.id}`, undefined, { note: 'deleted' })
  for (const { id } of others) await send('token', `DELETE ${PATH}/${id}`)
  await send('key', 'GET /api/v3/feature_requests/1', undefined, { note: 'its author deleted' })
  await send('admin', `DELETE ${PATH}/1`, undefined, { note: 'a team member' })
}

/** A file whose rows no worker imports. */
async function bringFile({ send }: World): Promise<void> {
  const path = `POST ${PATH}/import`
  const form = (csv: string) =>
    ['--b', 'Content-Disposition: form-data; name="csv_file"; filename="a.csv"', '', csv, '--b--', ''].join(
      '\r\n',
    )
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const rows = [
    'Email;Name;Phone',
    'lea@people.example;"Lea; of\nAcme";1',
    'no address;x',
    ';"";2',
    'none;Max;3',
  ]
  const { import_id: id } = (await send('admin', path, form(rows.join('\n')), { headers })) as {
    import_id: number
  }
  await send('token', path, form('email\nnobody'), { headers })
  for (const who of ['key', 'customer', 'stranger']) await send(who, path, form('email'), { headers })
  for (const csv of ['', 'name\nAda', 'email\n"open', 'email,e-mail\na,b', 'email,Email\na,b'])
    await send('admin', path, form(csv), { headers })
  await send('admin', path, 'csv_file', { headers })
  for (const who of ['admin', 'member', 'token', 'key', 'customer', 'stranger'])
    await send(who, `GET ${PATH}/import/${id}`)
  await send('admin', `GET ${PATH}/import/${id}?per_page=2`)
  await send('admin', `GET ${PATH}/import/${id}?per_page=2&page=2`)
  await send('admin', `GET ${PATH}/import/0`)
}
