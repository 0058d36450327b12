import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPath } from '../../src/moving/sources/open-files.ts'
import { run as operate } from '../support/clients/operations.ts'
import { run } from '../support/program.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolog-person-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function person(...args: string[]) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const command = run('src/cli.ts', env, ['person', ...args, '--json'])
  const code = await command.ended
  return { code, result: JSON.parse(command.stdout()) as Record<string, unknown> }
}

/** Creates a customer who has posted and commented on the post of another one. */
async function putCustomer(name: string) {
  const email = `${name}@people.example`
  const headers = await tenant.sso({ email, name, add_as_customer: true })
  const { createPost } = await operate(
    app,
    headers,
    'mutation ($t: String!) { createPost(input: { title: $t }) { post { id } } }',
    { t: `<b>${name}</b>'s wish` },
  )
  const { viewer } = await operate(app, headers, '{ viewer { actor { databaseId } } }')
  const comment = (id: string, body: string) =>
    operate(
      app,
      headers,
      'mutation ($id: ID!, $body: String!) { createComment(input: { postId: $id, body: $body }) { comment { id } } }',
      { id, body },
    )
  return { email, id: Number(viewer.actor.databaseId), postId: createPost.post.id as string, comment }
}

const users = async (id: number) =>
  (await app.database.pool.query('select email from users where id = $1', [id])).rows

test('exports the data of a person without that of others, and refuses to replace a file', async () => {
  const [ada, bob] = [await putCustomer('ada'), await putCustomer('bob')]
  await bob.comment(ada.postId, 'secret-of-bob')
  await ada.comment(bob.postId, 'words-of-ada')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  await app.database.pool.query(
    `insert into uploads (organization_id, key, type, width, height, size, bytes, uploader_id)
     values ($1, 'key', 'png', 1, 1, 8, $2, $3)`,
    [tenant.organization.id, png, ada.id],
  )
  const out = join(folder, 'ada.zip')
  const { code, result } = await person('export', '--org', 'acme', '--email', ada.email, '--out', out)
  expect([code, result]).toEqual([0, { person: ada.id, file: out, bytes: (await readFile(out)).length }])
  const files = await openPath(out)
  const [json, page, picture] = await Promise.all(
    ['data.json', 'data.html', files.names.find((name) => name.startsWith('uploads/')) ?? ''].map(
      async (name) => text(await files.open(name)),
    ),
  )
  await files.close()
  const data = JSON.parse(json ?? '') as Record<string, { [key: string]: unknown }[]>
  expect(data).toMatchObject({
    profile: { id: `usr_${ada.id}`, email: ada.email, name: 'ada' },
    posts: [{ id: ada.postId, title: "<b>ada</b>'s wish" }],
    comments: [{ postId: bob.postId, bodyHtml: '<p>words-of-ada</p>' }],
    votes: [{ postId: ada.postId, direction: 'UP' }],
    events: expect.arrayContaining([expect.objectContaining({ type: 'post_created' })]) as unknown,
    uploads: [{ file: expect.stringMatching(/^uploads\/upl_\d+\.png$/) as unknown }],
  })
  expect(page).toContain('&lt;b&gt;ada&lt;/b&gt;&#39;s wish')
  expect(page).not.toContain('<b>')
  expect(`${json}${page}`).not.toMatch(/secret-of-bob|bob@people|token/i)
  expect(picture).toContain('PNG')
  const again = await person('export', '--org', 'acme', '--email', ada.email, '--out', out)
  expect(again).toMatchObject({
    code: 1,
    result: { error: { message: expect.stringContaining('exists already') as unknown } },
  })
  const { auditEntries } = await operate(
    app,
    tenant.admin.session,
    '{ auditEntries(filter: { actions: [PERSON_EXPORTED] }) { nodes { subjectId actor { id } } } }',
  )
  expect(auditEntries.nodes).toEqual([{ subjectId: `usr_${ada.id}`, actor: null }])
})

test('erases a person, and changes nothing with --dry-run', async () => {
  const cid = await putCustomer('cid')
  const args = ['erase', '--org', 'acme', '--email', cid.email]
  const tried = await person(...args, '--dry-run')
  expect(tried).toMatchObject({ code: 0, result: { person: cid.id, erased: false, identifiers: 1 } })
  expect(await users(cid.id)).toEqual([{ email: cid.email }])
  expect((await app.database.pool.query('select from erasures')).rows).toEqual([])
  const erased = await person(...args)
  expect(erased).toMatchObject({ code: 0, result: { erased: true, identifiers: 1, deliveries: 0 } })
  expect(await users(cid.id)).toEqual([{ email: null }])
  expect(await person(...args)).toMatchObject({ code: 1 })
})

test('claims people by a file, and names the rows that it refuses', async () => {
  const owner = await putCustomer('owner')
  const ghosts = await Promise.all(['Ghost', 'Twin', 'Twin2'].map(putCustomer))
  const [ghost, twin, second] = ghosts.map(({ id }) => id)
  await app.database.pool.query('update users set email = null, customer_since = null where id = any($1)', [
    [ghost, twin, second],
  ])
  await app.database.pool.query(`update users set name = 'Twin' where id = $1`, [second])
  const map = join(folder, 'map.csv')
  await writeFile(
    map,
    `person;e-mail\nGhost;${owner.email}\nTwin;${owner.email}\nusr_${twin};${owner.email}\n\n;\nNobody;${owner.email}\n${second};no@body.example\n`,
  )
  const { code, result } = await person('claim', '--org', 'acme', '--file', map)
  expect(code).toBe(3)
  expect(result).toMatchObject({ claimed: 2, refused: [{ row: 3 }, { row: 7 }, { row: 8 }] })
  const { rows } = await app.database.pool.query('select id from users where id = any($1)', [
    [ghost, twin, second],
  ])
  expect(rows).toEqual([{ id: second }])
})

test('claims no person from a file that is missing or damaged', async () => {
  const ada = await putCustomer('ada-of-file')
  const map = join(folder, 'damaged.csv')
  await writeFile(map, `usr_${ada.id},${ada.email}\nusr_1,"open\n`)
  for (const [file, message] of [
    [join(folder, 'none.csv'), 'There is no file'],
    [folder, 'is a directory: name a file'],
    [map, 'Quote Not Closed'],
  ] as const) {
    const { code, result } = await person('claim', '--org', 'acme', '--file', file)
    expect([code, result]).toEqual([1, { error: { message: expect.stringContaining(message) as unknown } }])
  }
})
