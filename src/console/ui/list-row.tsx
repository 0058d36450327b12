import type { ReactNode } from 'react'
import styles from './list-row.module.css'
import rows from './rows.module.css'

type ListRowProps = {
  title: ReactNode
  /** Badges behind the title. */
  marks?: ReactNode
  /** Quiet text. A phone does not show it. */
  detail?: ReactNode
  /** Figure or time at the right. */
  aside?: ReactNode
  actions?: ReactNode
  /** Reason for which a change of the row was refused. */
  problem?: string | null | undefined
}

/** Row of a list with its actions. On a phone the actions are on a line of their own. */
export function ListRow({ title, marks, detail, aside, actions, problem }: ListRowProps) {
  return (
    <div className={`${rows.row} ${styles.row}`} data-detailed={detail !== undefined || undefined}>
      <div className={styles.title}>
        <span className={`${rows.title} ${styles.name}`}>{title}</span>
        {marks}
      </div>
      {detail !== undefined && <div className={`${rows.soft} ${styles.detail}`}>{detail}</div>}
      <div className={rows.soft}>{aside}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
