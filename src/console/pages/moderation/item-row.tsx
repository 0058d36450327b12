import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/moderation.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import prose from '../../ui/prose.module.css'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Time } from '../../ui/time.tsx'
import type { Decision } from './decide.ts'
import { POST_TEXT, type Item } from './moderation-documents.ts'
import styles from './moderation.module.css'

const t = messagesOf(texts)

type ItemRowProps = {
  item: Item
  isCurrent: boolean
  onOpen: () => void
  onDecide: (decision: Decision) => void
  onBlock: () => void
}

/** The person who wrote an item. Null for a deleted one. */
export const personOf = (item: Item) => (item.kind === 'post' ? item.submitter : item.author)

/** Whether the person who wrote an item can be blocked: a customer who is not blocked yet. */
export function isBlockable(item: Item): boolean {
  const person = personOf(item)
  return person?.customer?.blocked === false && person.role === null
}

/** A post or a comment with its decisions. The current one shows all of its text. */
export function ItemRow({ item, isCurrent, onOpen, onDecide, onBlock }: ItemRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const person = personOf(item)
  const title = item.kind === 'post' ? item.title : t('on', { title: item.post.title })
  return (
    <li ref={row} className={styles.item} data-current={isCurrent || undefined} onClick={onOpen}>
      <p className={styles.meta}>
        <Badge>{t(item.kind)}</Badge>
        <span>
          {person?.name ?? t('someone')}
          {person?.customer?.blocked === true && ` (${t('isBlocked')})`}
        </span>
        {item.kind === 'post' && <span dir="auto">{item.bucket.name}</span>}
        <Time at={item.createdAt} />
      </p>
      <h2 dir="auto">{title}</h2>
      <div className={styles.text}>
        <ItemText item={item} isCurrent={isCurrent} />
      </div>
      <div className={styles.actions}>
        <Button aria-label={t('approveThis', { title })} onClick={() => onDecide('approve')}>
          {t('approve')}
        </Button>
        <Button aria-label={t('hideThis', { title })} onClick={() => onDecide('hide')}>
          {t('hide')}
        </Button>
        {person && isBlockable(item) && (
          <Button look="quiet" aria-label={t('blockThis', { name: person.name })} onClick={onBlock}>
            {t('block')}
          </Button>
        )}
      </div>
    </li>
  )
}

function ItemText({ item, isCurrent }: { item: Item; isCurrent: boolean }) {
  if (item.kind === 'comment') return <Text html={item.bodyHtml} />
  return isCurrent ? <PostText item={item} /> : <p dir="auto">{item.preview}</p>
}

/** All of the text of a post, and its start until that is read. */
function PostText({ item }: { item: Extract<Item, { kind: 'post' }> }) {
  const [{ data }] = useQuery({ query: POST_TEXT, variables: { id: item.id } })
  const { post } = data ?? {}
  return post ? <Text html={post.descriptionHtml} /> : <p dir="auto">{item.preview}</p>
}

const Text = ({ html }: { html: string }) => <SanitizedHtml html={html} lang="" className={prose.prose} />
