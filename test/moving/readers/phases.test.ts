import { expect, test } from 'vitest'
import type { ReadOptions } from '../../../src/moving/reader.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { backupOf } from '../engine/generate.ts'

/** Reads a backup. Returns the types of its records, and how often each file was opened. */
async function readBackup(options: ReadOptions = {}) {
  const files = await backupOf({ people: 2, posts: 3, votes: 4, comments: 1 })()
  const opened: Record<string, number> = {}
  const open = (name: string) => {
    opened[name] = (opened[name] ?? 0) + 1
    return files.open(name)
  }
  const types = new Set<string>()
  for await (const item of READERS.fider.read({ ...files, open }, options))
    if (item.item === 'record') types.add(item.record.type)
  return { types: [...types], opened }
}

test('lists without records of the wanted phases are not read', async () => {
  const { types, opened } = await readBackup({ phases: ['merges', 'votes'] })
  expect(types).toEqual(['vote'])
  expect(opened).not.toHaveProperty('comments.json')
  expect(opened).not.toHaveProperty('users.json')
})

test('a list is not read again for phases of which it has no records', async () => {
  const { types, opened } = await readBackup()
  expect(types).toEqual(['status', 'person', 'post', 'vote', 'comment'])
  // Its ids, its statuses and its posts. It has no responses, merges and pictures.
  expect(opened['posts.json']).toBe(3)
})
