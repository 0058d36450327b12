import { useMemo } from 'react'
import { useClient, type Client, type CombinedError } from 'urql'
import { requestProblem } from '../../live/request-problem.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { toast } from '../../ui/toast.tsx'
import { expect, release, type Changed } from './expected.ts'
import { MERGE_POSTS, UNMERGE_POST } from './merge-documents.ts'
import { DELETE_POST, UPDATE_POSTS, type PostRow } from './post-documents.ts'

const t = messagesOf(texts)
/** Posts of one request. */
const MAX_POSTS = 100

type Reasons = readonly { message: string }[]

/** Input of a change. */
const inputOf = ({ status, bucket, tags, ...rest }: Changed) => ({
  ...rest,
  ...(status && { status: { id: status.id } }),
  ...(bucket && { bucketId: bucket.id }),
  ...(tags && { tagIds: tags.map(({ id }) => id) }),
})

/** The fields of a post that a change replaces. */
const before = (post: PostRow, change: Changed): Changed =>
  Object.fromEntries(Object.keys(change).map((field) => [field, post[field as keyof Changed]]))

/** Posts by the input that changes them, at most 100 in each group. */
function groupsOf(posts: readonly PostRow[], change: (post: PostRow) => Changed) {
  const groups = new Map<string, { changes: ReturnType<typeof inputOf>; posts: PostRow[] }[]>()
  for (const post of posts) {
    const changes = inputOf(change(post))
    const key = JSON.stringify(changes)
    const parts = groups.get(key) ?? []
    const last = parts.at(-1)
    if (last && last.posts.length < MAX_POSTS) last.posts.push(post)
    else parts.push({ changes, posts: [post] })
    groups.set(key, parts)
  }
  return [...groups.values()].flat()
}

const reasonOf = (error: CombinedError | undefined, reasons: Reasons | undefined) =>
  error ? requestProblem(error) : reasons?.[0]?.message

/** Words of a notice: the number of posts, and the title of a single one. */
export const countAndTitle = (posts: readonly { title: string }[]) => ({
  count: posts.length,
  title: posts[0]?.title ?? '',
})

/** Shows why a post was not changed. */
const refuse = (title: string, reason: string) =>
  void toast({ text: t('refused', { title, reason }), tone: 'bad' })

/**
 * Changes posts at once, then asks the server. A refused post becomes as it was, with the reason. `text` is the
 * sentence of the toast, which takes the change back.
 */
async function change(
  client: Client,
  posts: readonly PostRow[],
  to: (post: PostRow) => Changed,
  text?: string,
) {
  const end = expect(new Map(posts.map((post) => [post.id, to(post)])))
  const changed: PostRow[] = []
  for (const group of groupsOf(posts, to)) {
    const ids = group.posts.map(({ id }) => id)
    const { data, error } = await client.mutation(UPDATE_POSTS, { ids, changes: group.changes }).toPromise()
    for (const [index, post] of group.posts.entries()) {
      const result = data?.updatePosts?.results?.[index]
      const reason = reasonOf(error, [...(data?.updatePosts?.errors ?? []), ...(result?.errors ?? [])])
      if (result?.post && reason === undefined) changed.push(post)
      else refuse(post.title, reason ?? t('unreachable'))
    }
  }
  end()
  if (text === undefined || changed.length === 0) return
  const undo = () => {
    const old = new Map(changed.map((post) => [post.id, before(post, to(post))]))
    void change(client, changed, ({ id }) => old.get(id) ?? {})
  }
  toast({ text, undo })
}

/** Deletes posts one after the other. A refused one comes back. */
async function remove(client: Client, posts: readonly PostRow[]) {
  const ends = new Map(posts.map((post) => [post, expect(new Map([[post.id, { isGone: true }]]))]))
  const removed: PostRow[] = []
  for (const [post, end] of ends) {
    const { data, error } = await client.mutation(DELETE_POST, { id: post.id }).toPromise()
    const reason = reasonOf(error, data?.deletePost?.errors)
    if (reason === undefined) removed.push(post)
    else {
      end()
      refuse(post.title, reason)
    }
  }
  if (removed.length > 0) toast({ text: t('deleted', countAndTitle(removed)) })
}

async function unmerge(client: Client, posts: readonly { id: string; title: string }[]) {
  for (const { id, title } of posts) {
    const { data, error } = await client.mutation(UNMERGE_POST, { id }).toPromise()
    const reason = reasonOf(error, data?.unmergePost?.errors)
    if (reason === undefined) release([id])
    else refuse(title, reason)
  }
}

/** Merges posts into another. Resolves to the reason of a refusal, or to null. */
async function merge(client: Client, into: PostRow, posts: readonly PostRow[]): Promise<string | null> {
  const end = expect(new Map(posts.map(({ id }) => [id, { isGone: true }])))
  const postIds = posts.map(({ id }) => id)
  const { data, error } = await client.mutation(MERGE_POSTS, { id: into.id, postIds }).toPromise()
  const reason = reasonOf(error, data?.mergePosts?.errors)
  if (reason !== undefined) {
    end()
    return reason
  }
  const text = t('merged', { count: posts.length, post: posts[0]?.title ?? '', title: into.title })
  const undo = () => void unmerge(client, posts)
  toast({ text, undo })
  return null
}

/** Actions on posts, each with its toast. */
export function usePostChanges() {
  const client = useClient()
  return useMemo(
    () => ({
      change: (posts: readonly PostRow[], to: (post: PostRow) => Changed, text: string) =>
        change(client, posts, to, text),
      remove: (posts: readonly PostRow[]) => remove(client, posts),
      merge: (into: PostRow, posts: readonly PostRow[]) => merge(client, into, posts),
      unmerge: (posts: readonly { id: string; title: string }[]) => unmerge(client, posts),
    }),
    [client],
  )
}
