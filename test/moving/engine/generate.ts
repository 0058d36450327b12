import { memoryBytes, filesOf } from '../../../src/moving/sources/open-files.ts'

/** Numbers of rows of a generated backup of Fider. */
export type Size = { people: number; posts: number; votes: number; comments: number }

const START = Date.UTC(2024, 0, 1)
const at = (minute: number) => new Date(START + minute * 60_000).toISOString()
const list = (length: number, row: (index: number) => object) =>
  JSON.stringify(Array.from({ length }, (_, index) => row(index)))

/** A backup of Fider of any size. The same numbers give the same bytes. */
export function backupOf({ people, posts, votes, comments }: Size) {
  const tables = {
    tenants: list(1, () => ({ id: 1, name: 'Big', subdomain: 'big', cname: '' })),
    users: list(people, (index) => ({
      ...{ id: index + 1, name: `Person ${index}`, email: `p${index}@big.example`, role: 1, status: 1 },
      created_at: at(index),
    })),
    posts: list(posts, (index) => ({
      ...{ id: index + 1, number: index + 1, title: `Export ${index}`, slug: `export-${index}` },
      description: `Please add **export ${index}** to the list.\n\n- one\n- two\n\nIt would help us a lot.`,
      ...{ user_id: (index % people) + 1, status: index % 3, is_approved: true, created_at: at(index) },
      ...{ original_id: null, response: null, response_user_id: null, response_date: null },
    })),
    post_votes: list(votes, (index) => ({
      post_id: (index % posts) + 1,
      user_id: ((index + Math.floor(index / posts) * 7919) % people) + 1,
      created_at: at(index),
    })),
    comments: list(comments, (index) => ({
      ...{ id: index + 1, post_id: (index % posts) + 1, user_id: (index % people) + 1 },
      ...{ content: `Me too, ${index}.`, created_at: at(index), deleted_at: null, is_approved: true },
    })),
    tags: '[]',
    post_tags: '[]',
    post_subscribers: '[]',
    attachments: '[]',
  }
  const entries = Object.entries(tables).map(([name, text]) => ({
    name: `${name}.json`,
    bytes: memoryBytes(Buffer.from(text)),
  }))
  return () => Promise.resolve(filesOf(entries))
}
