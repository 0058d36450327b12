import texts from '../messages/en/notices.json'
import { messagesOf } from '../messages.ts'
import styles from './skeleton.module.css'

const t = messagesOf(texts)

type SkeletonProps = {
  rows?: number
  /** Height of a row, in pixels. */
  height?: number
}

/** Grey rows in the height of what is read. They show after 200 ms. */
export function Skeleton({ rows = 6, height = 40 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} aria-hidden style={{ height: `${height}px` }}>
          <b style={{ width: `${70 - ((index * 17) % 40)}%` }} />
        </i>
      ))}
    </div>
  )
}
