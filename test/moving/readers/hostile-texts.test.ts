import { expect, test } from 'vitest'
import { clearflaskReader } from '../../../src/moving/readers/clearflask/clearflask.ts'
import { isMaskedEmail } from '../../../src/moving/rules/emails.ts'
import { filesFrom } from '../read.ts'

const POSTS = 'ideaId,title,categoryId,statusId,tagIds,voteValue\n1,One,c,s,,1\n'
const nameOf = async (file: string) =>
  (await clearflaskReader.inspect(filesFrom({ [file]: POSTS }))).sourceName

test('the project of a file is in its name', async () => {
  expect(await nameOf('acme-posts-2026.csv')).toBe('clearflask:acme')
  expect(await nameOf('a-b-Posts--posts-1.CSV')).toBe('clearflask:a-b')
  expect(await nameOf('x-posts-/posts.csv')).toBe('clearflask:default')
})

test('long names and addresses take no longer than others', async () => {
  expect(await nameOf(`${'-posts-'.repeat(8_000)}/posts.csv`)).toBe('clearflask:default')
  expect(isMaskedEmail(`${'x'.repeat(2_000_000)}@example.com`)).toBe(false)
  expect(isMaskedEmail('XXXX@xxxxx.com')).toBe(true)
})
