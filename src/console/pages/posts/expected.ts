import { useMemo, useSyncExternalStore } from 'react'
import type { PostRow } from './post-documents.ts'

/** Fields of a post that the inbox changes, in the form in which they are shown. */
export type Changed = Partial<
  Pick<PostRow, 'status' | 'bucket' | 'tags' | 'approvalStatus' | 'hidden' | 'pinned'>
>
type Expected = Changed & { isGone?: boolean }

let expected: ReadonlyMap<string, Expected> = new Map()
const listeners = new Set<() => void>()

function publish(next: ReadonlyMap<string, Expected>): void {
  expected = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows changes of posts before the server has answered. Returns a function that ends that. */
export function expect(changes: ReadonlyMap<string, Expected>): () => void {
  const next = new Map(expected)
  for (const [id, change] of changes) next.set(id, { ...next.get(id), ...change })
  publish(next)
  return () => release([...changes.keys()])
}

/** Shows posts as the server has them. */
export function release(ids: readonly string[]): void {
  const rest = new Map(expected)
  for (const id of ids) rest.delete(id)
  publish(rest)
}

/** Posts as they are expected to become, without those that go. */
export function useExpected<Post extends { id: string }>(posts: readonly Post[]): readonly Post[] {
  const current = useSyncExternalStore(subscribe, () => expected)
  return useMemo(
    () =>
      current.size === 0
        ? posts
        : posts
            .filter(({ id }) => !current.get(id)?.isGone)
            .map((post) => (current.has(post.id) ? { ...post, ...current.get(post.id) } : post)),
    [posts, current],
  )
}
