import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Picker } from '../../ui/picker.tsx'
import { useOptions } from './choices.ts'
import type { PostRow } from './post-documents.ts'
import { countAndTitle, usePostChanges } from './use-changes.ts'

const t = messagesOf(texts)

type PickersProps = { posts: readonly PostRow[] }

/** Pickers of the status, the board and the tags of posts. They show what all the posts share. */
export function ChoicePickers({ posts }: PickersProps) {
  return (
    <>
      <StatusPicker posts={posts} />
      <BoardPicker posts={posts} />
      <TagsPicker posts={posts} />
    </>
  )
}

/** Value that all posts share, or null. */
function shared<Value>(posts: readonly PostRow[], value: (post: PostRow) => Value): Value | null {
  const [first, ...rest] = posts.map(value)
  return first !== undefined && rest.every((one) => one === first) ? first : null
}

function StatusPicker({ posts }: PickersProps) {
  const { choices, statuses } = useOptions()
  const { change } = usePostChanges()
  const setStatus = (id: string) => {
    const status = choices.statuses.find((one) => one.id === id)
    if (!status) return
    const words = { ...countAndTitle(posts), name: status.name }
    void change(posts, () => ({ status }), t('statusNow', words))
  }
  return (
    <Picker
      isQuiet
      label={t('status')}
      keyHint="s"
      options={statuses}
      value={shared(posts, ({ status }) => status.id)}
      onChange={setStatus}
    />
  )
}

function BoardPicker({ posts }: PickersProps) {
  const { choices, boards, reading } = useOptions(posts)
  const { change } = usePostChanges()
  const setBoard = (id: string) => {
    const bucket = choices.buckets.nodes.find((one) => one.id === id)
    if (!bucket) return
    const words = { ...countAndTitle(posts), name: bucket.name }
    void change(posts, () => ({ bucket }), t('boardNow', words))
  }
  return (
    <Picker
      isQuiet
      label={t('board')}
      keyHint="b"
      searchable={boards.length > 8}
      options={boards}
      {...reading}
      value={shared(posts, ({ bucket }) => bucket.id)}
      onChange={setBoard}
    />
  )
}

/** Tags that not all the posts have stay with those that have them. */
function TagsPicker({ posts }: PickersProps) {
  const { allTags, tags, reading } = useOptions(posts)
  const { change } = usePostChanges()
  const common = tags.filter(({ value }) => posts.every((post) => post.tags.some(({ id }) => id === value)))
  const values = common.map(({ value }) => value)
  const setTags = (ids: string[]) => {
    const added = allTags.filter(({ id }) => ids.includes(id))
    const isRemoved = (id: string) => values.includes(id) && !ids.includes(id)
    const next = (post: PostRow) => [
      ...post.tags.filter(({ id }) => !isRemoved(id) && !ids.includes(id)),
      ...added,
    ]
    void change(posts, (post) => ({ tags: next(post) }), t('tagsNow', countAndTitle(posts)))
  }
  return (
    <Picker
      isQuiet
      label={t('tags')}
      keyHint="t"
      multiple
      searchable={tags.length > 8}
      options={tags}
      {...reading}
      values={values}
      onChange={setTags}
    />
  )
}
