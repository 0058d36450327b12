import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { purgeUploads } from '../../src/modules/uploads/purge-uploads.ts'
import { run } from '../support/clients/operations.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { png } from '../support/fixtures/pictures.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const isAttached = async (path: string) => {
  const key = path.slice('/uploads/'.length).replace(/\.\w+$/, '')
  const { rows } = await app.database.pool.query<{ attached_at: Date | null }>(
    'select attached_at from uploads where key = $1',
    [key],
  )
  return rows[0] ? rows[0].attached_at !== null : null
}

test('saving a text keeps its pictures, and the others are deleted after a day', async () => {
  const paths = []
  for (let index = 0; index < 8; index++) paths.push(await uploadPicture(app, tenant.admin.session, png()))
  const texts = paths.map((path) => `<p>Look</p><img src="${app.url}${path}" alt="">`)
  const rest = async (method: string, path: string, body: object) => {
    const answer = await app.call(method, `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
    expect([answer.text, answer.status < 300]).toEqual([answer.text, true])
    return answer
  }
  const { body: post } = await rest('POST', '/feature_requests', { title: 'Pictures', description: texts[0] })
  await rest('PATCH', `/feature_requests/${post.id}`, { description: texts[1] })
  await rest('PATCH', `/feature_requests/${post.id}`, { description: texts[2], status: 'planned' })
  const { body: comment } = await rest('POST', '/comments', {
    feature_request_id: post.id,
    comment: texts[3],
  })
  await rest('PATCH', `/comments/${comment.comment.id}`, { comment: texts[4] })
  await rest('POST', '/changelogs', { title: 'News', description: texts[5] })
  const entry = await app.database.kysely.selectFrom('changelogs').select('id').executeTakeFirstOrThrow()
  await rest('PATCH', `/changelogs/${entry.id}`, { description: texts[6] })
  expect(await Promise.all(paths.map(isAttached))).toEqual([...Array(7).fill(true), false])

  const other = await createTenant(app)
  const named = await app.call('POST', '/api/v3/changelogs', {
    headers: other.keyAndAdmin,
    body: { title: 'Theirs', description: texts[7] },
  })
  expect([named.status, await isAttached(paths[7] ?? '')]).toEqual([201, false])

  expect(await isAttached(paths[7] ?? '')).toBe(false)
  await app.database.pool.query(`update uploads set created_at = created_at - interval '25 hours'`)
  const [one, two] = await Promise.all([
    purgeUploads(app.database.kysely, 1_000),
    purgeUploads(app.database.kysely, 1_000),
  ])
  expect(one + two).toBeGreaterThan(0)
  expect(await Promise.all(paths.map(isAttached))).toEqual([...Array(7).fill(true), null])
  const { rows } = await app.database.pool.query(
    `select u.bytes = coalesce((select sum(size) from uploads p where p.organization_id = u.organization_id), 0) as exact
     from upload_usage u`,
  )
  expect(new Set(rows.map(({ exact }) => exact as boolean))).toEqual(new Set([true]))
})

test('a picture that is only a logo or an avatar is kept', async () => {
  const paths: string[] = []
  for (let index = 0; index < 5; index++) paths.push(await uploadPicture(app, tenant.admin.session, png()))
  const [logo, created, updated, listed, signed] = paths.map((path) => app.url + path)
  const email = 'ada@pictures.example'
  const write = (mutation: string, variables: object) =>
    run(app, tenant.admin.session, mutation, { ...variables })
  await write(
    'mutation ($url: URL) { updateOrganization(input: { avatarUrl: $url }) { errors { message } } }',
    { url: logo },
  )
  await write(
    `mutation ($url: URL) { createCustomer(input: { email: "${email}", avatarUrl: $url }) { errors { message } } }`,
    { url: created },
  )
  await write(
    `mutation ($url: URL) { updateCustomer(input: { customer: { email: "${email}" }, avatarUrl: $url }) { errors { message } } }`,
    { url: updated },
  )
  await app.call('POST', '/api/v3/customers/import', {
    headers: tenant.keyAndAdmin,
    body: { customers: [{ email: 'ben@pictures.example', profile_picture_url: listed }] },
  })
  const sso = await tenant.sso({ email: 'cid@pictures.example', avatar: signed })
  expect((await app.call('GET', '/api/v3/session_info', { headers: { ...tenant.key, ...sso } })).status).toBe(
    200,
  )
  expect(await Promise.all(paths.map(isAttached))).toEqual([true, true, true, true, true])
})

test('a text without pictures needs no further statement, and an upload changes no revision', async () => {
  const write = async (description: string) => {
    app.statements.length = 0
    await app.call('POST', '/api/v3/changelogs', {
      headers: tenant.keyAndAdmin,
      body: { title: randomBytes(6).toString('hex'), description },
    })
    return [...app.statements]
  }
  await write('warm')
  const plain = await write('<p>Nothing at /uploads/ here</p>')
  expect(plain.filter((text) => /uploads/.test(text))).toEqual([])
  const path = await uploadPicture(app, tenant.admin.session, png())
  expect(await write(`<img src="${app.url}${path}">`)).toHaveLength(plain.length)

  const tag = async () => (await app.call('GET', '/api/v3/tags', { headers: tenant.key })).headers.get('etag')
  const before = await tag()
  await uploadPicture(app, tenant.admin.session, png())
  expect(await tag()).toBe(before)
})
