import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from 'urql'
import { useModerationCounts } from '../../app/moderation-counts.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import texts from '../../messages/en/moderation.json'
import { messagesOf } from '../../messages.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { BlockPerson } from './block-person.tsx'
import { decide, type Decision } from './decide.ts'
import { isBlockable, ItemRow } from './item-row.tsx'
import type { Item } from './moderation-documents.ts'
import styles from './moderation.module.css'
import { useQueue } from './use-queue.ts'

const t = messagesOf(texts)
const FROM = { from: '/$organization/moderation' } as const

/** Posts and comments that wait for approval: one queue, by pointer or by keys. */
export function Moderation() {
  const { show } = useSearch(FROM)
  const queue = useQueue(show)
  const { items, isRead, error } = queue
  const [blocked, setBlocked] = useState<Item | null>(null)
  const { current, open, settle } = useCurrent(queue, setBlocked)
  return (
    <>
      <PageHead title={t('title')} />
      <div className={styles.page}>
        <Kinds />
        <ListState isRead={isRead} isFailed={Boolean(error)} rows={4} height={96} />
        {isRead && items.length === 0 && <Nothing />}
        {items.length > 0 && <p className={styles.keys}>{t('keys')}</p>}
        <ul aria-label={t('queue')}>
          {items.map((one, index) => (
            <ItemRow
              key={one.id}
              item={one}
              isCurrent={index === current}
              onOpen={() => open(index)}
              onDecide={(decision) => void settle(one, decision)}
              onBlock={() => setBlocked(one)}
            />
          ))}
        </ul>
        <LoadMore {...queue} />
      </div>
      <BlockPerson item={blocked} onClose={() => setBlocked(null)} />
    </>
  )
}

type Queue = ReturnType<typeof useQueue>

/** The item that is open, which the address names, and the keys that act on it. */
function useCurrent(queue: Queue, onBlock: (item: Item) => void) {
  const { show, item } = useSearch(FROM)
  const navigate = useNavigate(FROM)
  const { items } = queue
  const found = items.findIndex(({ id }) => id === item)
  const current = Math.max(0, found)
  const chosen = items[current]
  const settle = useDecisions(queue)
  const open = (index: number) => {
    const next = items[Math.min(Math.max(0, index), items.length - 1)]
    void navigate({ search: { ...(show && { show }), ...(next && { item: next.id }) }, replace: true })
  }
  const decideCurrent = (decision: Decision) => {
    if (!chosen || isFocusBeside()) return
    open(current === items.length - 1 ? current - 1 : current + 1)
    void settle(chosen, decision)
  }
  useShortcuts(t('title'), [
    { keys: 'j', text: t('key.next'), run: () => open(current + 1) },
    { keys: 'k', text: t('key.previous'), run: () => open(current - 1) },
    { keys: 'a', text: t('approve'), run: () => decideCurrent('approve') },
    { keys: 'h', text: t('hide'), run: () => decideCurrent('hide') },
    {
      keys: 'b',
      text: t('block'),
      run: () => void (chosen && isBlockable(chosen) && !isFocusBeside() && onBlock(chosen)),
    },
  ])
  return { current, open, settle }
}

/** Whether the focus is in the row of another item than the current one, so that a key could mean both. */
const isFocusBeside = () => document.activeElement?.closest('li:not([data-current])') != null

/** Returns a function that decides about an item at once, and offers to take it back. */
function useDecisions({ setGone, refresh }: Queue) {
  const client = useClient()
  return async (item: Item, decision: Decision) => {
    setGone(item.id, true)
    const problem = await decide(client, item, decision, false)
    if (problem !== null) {
      setGone(item.id, false)
      return void toast({ text: problem, tone: 'bad' })
    }
    const undo = async () => {
      const refused = await decide(client, item, decision, true)
      if (refused !== null) return void toast({ text: refused, tone: 'bad' })
      setGone(item.id, false)
      refresh()
    }
    toast({ text: t(`done.${decision}.${item.kind}`), undo: () => void undo() })
  }
}

/** Tabs of the kinds, with how many of each wait. */
function Kinds() {
  const { show: chosen } = useSearch(FROM)
  const navigate = useNavigate(FROM)
  const counts = useModerationCounts()
  const tabs = [
    { show: undefined, count: counts && counts.pendingPosts + counts.pendingComments },
    { show: 'posts', count: counts?.pendingPosts },
    { show: 'comments', count: counts?.pendingComments },
  ] as const
  return (
    <Tabs name={t('kinds')}>
      {tabs.map(({ show, count }) => (
        <button
          key={show ?? 'all'}
          type="button"
          aria-current={show === chosen ? 'page' : undefined}
          onClick={() => void navigate({ search: show ? { show } : {} })}
        >
          {t(`show.${show ?? 'all'}`)} <small>{count}</small>
        </button>
      ))}
    </Tabs>
  )
}

function Nothing() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <Empty
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Link to="/$organization/boards" params={{ organization }}>
          {t('empty.action')}
        </Link>
      }
    />
  )
}
