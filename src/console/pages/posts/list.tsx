import { useNavigate, useParams } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { Nothing } from './elsewhere.tsx'
import { useExpected } from './expected.ts'
import styles from './inbox.module.css'
import type { PostRow } from './post-documents.ts'
import { Row } from './row.tsx'
import { useCursor } from './use-cursor.ts'
import { useHeldRows } from './use-held-rows.ts'
import { isFocusBeside, pressKeyOf, useKeys } from './use-keys.ts'
import { useSelection } from './use-selection.ts'

const t = messagesOf(texts)
const NONE: readonly PostRow[] = []
const ACTION_KEYS = ['s', 'b', 't', 'a', 'h', 'm', 'c', 'i']

type ListProps = {
  nodes: readonly PostRow[] | null
  hasMore: boolean
  isLoading: boolean
  hasFailed: boolean
  error: Error | undefined
  loadMore: () => void
}

/** Rows of posts. Keys move, select and open them. New rows wait while the list is read. */
export function List({ nodes, error, ...more }: ListProps) {
  const { post: openId } = useParams({ strict: false })
  const [isRead, setRead] = useState(false)
  const { shown, held, showAll } = useHeldRows(nodes ?? NONE, isRead)
  const posts = useExpected(shown)
  const selection = useSelection(posts)
  const { selected, clear } = selection
  const cursor = useListKeys(posts, openId, selection)
  const actions = useRowActions({ onFocus: cursor.set, onSelect: selection.toggle })
  const current = posts.filter(({ id }) => id === cursor.id)
  const targets = selected.length > 0 || openId !== undefined ? selected : current
  if (!nodes) return error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={12} />
  if (posts.length === 0 && held === 0) return <Nothing />
  return (
    <>
      <div onPointerEnter={() => setRead(true)} onPointerLeave={() => setRead(scrollY > 0)}>
        {held > 0 && (
          <div className={styles.held}>
            <Button onClick={showAll}>{t('held', { count: held })}</Button>
          </div>
        )}
        <ol className={rows.rows} aria-label={t('title')} aria-busy={more.isLoading}>
          {posts.map((post) => (
            <Row
              key={post.id}
              post={post}
              isOpen={post.id === openId}
              isCurrent={post.id === cursor.id}
              isSelected={selection.has(post.id)}
              {...actions}
            />
          ))}
        </ol>
      </div>
      <LoadMore {...more} />
      {targets.length > 0 && <BulkBar posts={targets} isSelection={selected.length > 0} onClear={clear} />}
    </>
  )
}

type RowActions = { onFocus: (id: string) => void; onSelect: (id: string, isRange: boolean) => void }

/** Returns functions that stay the same, so that a change of one row does not render the others. */
function useRowActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useLayoutEffect(() => void (latest.current = actions))
  return useMemo(
    () => ({
      onFocus: (id) => latest.current.onFocus(id),
      onSelect: (id, isRange) => latest.current.onSelect(id, isRange),
    }),
    [],
  )
}

/** Keys of the list. Returns the row that they act on. */
function useListKeys(
  posts: readonly PostRow[],
  openId: string | undefined,
  { selected, toggle, clear }: ReturnType<typeof useSelection>,
) {
  const navigate = useNavigate({ from: '/$organization/posts' })
  const open = (id: string) =>
    void navigate({
      to: '/$organization/posts/$post',
      params: { post: id },
      search: true,
      replace: true,
    })
  const close = () => navigate({ to: '/$organization/posts', search: true })
  const act = (key: string) => () => void ((selected.length > 0 || !isFocusBeside(openId)) && pressKeyOf(key))
  const cursor = useCursor(posts, openId, open)
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    x: () => void (cursor.id !== null && toggle(cursor.id, false)),
    X: () => void (cursor.id !== null && toggle(cursor.id, true)),
    Escape: () => void (selected.length > 0 ? clear() : close()),
    // On a narrow page, the search is hidden beside an open post.
    '/': () => void (pressKeyOf('/') || close().then(() => pressKeyOf('/'))),
    ...Object.fromEntries(ACTION_KEYS.map((key) => [key, act(key)])),
  })
  return cursor
}
