import { CircleSlashIcon, StarFillIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Mark } from '../../ui/mark.tsx'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import styles from './customers.module.css'
import type { CustomerRow } from './documents.ts'

const t = messagesOf(texts)
const MAX_LABELS = 3

/** A customer in the list. A label shows the others with it. */
export function CustomerLine({ customer }: { customer: CustomerRow }) {
  const { id, name, email, starred, blocked, labels, postsCount, votesCount, commentsCount } = customer
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <Mark name={name} isRound />
      <span className={rows.title} dir="auto">
        <Link
          from="/$organization"
          to="/$organization/customers/$customer"
          params={{ customer: id }}
          className={styles.name}
        >
          {name}
        </Link>
        {starred && (
          <i className={styles.star}>
            <StarFillIcon size={14} aria-label={t('starred')} />
          </i>
        )}
        {blocked && (
          <i className={styles.blocked}>
            <CircleSlashIcon size={14} aria-label={t('blocked')} />
          </i>
        )}
      </span>
      <span className={rows.soft} title={email ?? undefined}>
        {email}
      </span>
      <Labels labels={labels} />
      <span className={`${rows.soft} ${styles.figures}`}>
        {t('figures', { posts: postsCount, votes: votesCount, comments: commentsCount })}
      </span>
      <Time at={customer.createdAt} className={`${rows.soft} ${styles.since}`} />
    </li>
  )
}

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <span className={styles.labels}>
      {labels.slice(0, MAX_LABELS).map((label) => (
        <Link key={label} from="/$organization" to="/$organization/customers" search={{ label }}>
          {label}
        </Link>
      ))}
      {labels.length > MAX_LABELS && <small>+{labels.length - MAX_LABELS}</small>}
    </span>
  )
}
