import { beforeAll, expect, test } from 'vitest'
import { fillDocuments } from '../../src/modules/search/fill-documents.ts'
import { run } from '../support/clients/operations.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const LIST = `query ($search: String!) {
  posts(first: 10, filter: { search: $search }, orderBy: { field: RELEVANCE, direction: DESC }) { nodes { slug } }
}`
const app = useApp()
let tenant: Tenant
beforeAll(async () => {
  tenant = await createTenant(app)
})

const send = (text: string, input: object) =>
  run(app, tenant.keyAndAdmin, `mutation ($input: ${text}`, { input })
const newTag = async (name: string): Promise<string> =>
  (await send('CreateTagInput!) { createTag(input: $input) { tag { id } } }', { name })).createTag.tag.id
const newPost = async (input: { title: string; description?: string; tagIds?: string[] }): Promise<string> =>
  (await send('CreatePostInput!) { createPost(input: $input) { post { id } } }', input)).createPost.post.id
const update = (input: object) =>
  send('UpdatePostInput!) { updatePost(input: $input) { post { id } } }', input)
const find = async (search: string) => {
  const { posts } = await run(app, tenant.key, LIST, { search })
  return posts.nodes.map(({ slug }: { slug: string }) => slug)
}
const fill = async () => {
  while (await fillDocuments(app.database.kysely));
}

test('posts are found by the words of their tags, after those of titles and before those of texts', async () => {
  const tag = await newTag('Éxports')
  await newPost({ title: 'In the text', description: 'Exports of reports' })
  const id = await newPost({ title: 'In the tag', tagIds: [tag] })
  await newPost({ title: 'Exports' })
  expect(await find('export')).toEqual(['exports', 'in-the-tag', 'in-the-text'])
  await update({ id, title: 'Still in the tag' })
  expect(await find('exports')).toEqual(['exports', 'in-the-tag', 'in-the-text'])
  await update({ id, description: 'Another text' })
  expect(await find('exports')).toEqual(['exports', 'in-the-tag', 'in-the-text'])
  await update({ id, tagIds: [] })
  expect(await find('exports')).toEqual(['exports', 'in-the-text'])
  await update({ id, tagIds: [tag], description: 'A third text' })
  expect(await find('exports third')).toEqual(['in-the-tag'])
})

test('a renamed tag, and a deleted one, change what finds its posts', async () => {
  const [first, second] = [await newTag('ダークモード'), await newTag('Zeppelin')]
  await newPost({ title: 'Two tags', tagIds: [first, second] })
  expect(await find('ダークモード')).toEqual(['two-tags'])
  await send('UpdateTagInput!) { updateTag(input: $input) { tag { id } } }', { id: first, name: 'Contrast' })
  await fill()
  expect(await find('ダークモード')).toEqual([])
  expect(await find('contrast zeppelin')).toEqual(['two-tags'])
  await send('DeleteTagInput!) { deleteTag(input: $input) { deletedTagId } }', { id: second })
  await fill()
  expect(await find('zeppelin')).toEqual([])
  expect(await find('contrast')).toEqual(['two-tags'])
})

test('a tag that is renamed while its first post is stored changes what finds the post', async () => {
  const tag = await newTag('Former')
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    // The statement that stores the post waits for the end of another post with its slug.
    await client.query(`insert into posts select (jsonb_populate_record(p,
      jsonb_build_object('id', nextval('posts_id_seq'), 'slug', 'stored-meanwhile'))).* from posts p limit 1`)
    const stored = newPost({ title: 'Stored meanwhile', tagIds: [tag] })
    await waitForLock(app)
    const renamed = send('UpdateTagInput!) { updateTag(input: $input) { tag { id } } }', {
      id: tag,
      name: 'Latter',
    })
    await Promise.race([renamed, waitForLock(app, 2)])
    await fill()
    await client.query('rollback')
    await Promise.all([stored, renamed])
  } finally {
    client.release(true)
  }
  await fill()
  expect(await find('latter')).toEqual(['stored-meanwhile'])
  expect(await find('former')).toEqual([])
})

test('posts and tags of earlier versions get their documents in the background', async () => {
  const tag = await newTag('Balloon')
  await newPost({ title: 'Earlier', tagIds: [tag] })
  const { pool } = app.database
  await pool.query('delete from tag_documents')
  await pool.query(`update post_documents set document = 'earlier:1A'`)
  await pool.query(
    `insert into document_backfills (organization_id, kind) select distinct organization_id, 'tag' from tags`,
  )
  await fill()
  expect(await find('balloons')).toEqual(['earlier'])
})
