import texts from '../messages/en/notices.json'
import { messagesOf } from '../messages.ts'
import styles from './skeleton.module.css'

const t = messagesOf(texts)

type SkeletonProps = {
  rows?: number
  /** Height of a row, in pixels. */
  height?: number
  /** Heights of the bars above the rows, such as tabs and filters. */
  above?: readonly number[]
}

/** Grey rows in the height of what is read. They show after 200 ms. */
export function Skeleton({ rows = 6, height = 40, above = [] }: SkeletonProps) {
  const heights = [...above, ...Array.from({ length: rows }, () => height)]
  return (
    <div className={styles.skeleton} role="status">
      <span className="hidden">{t('loading')}</span>
      {heights.map((pixels, index) => (
        <i key={index} aria-hidden style={{ height: `${pixels}px` }}>
          <b style={{ width: `${70 - ((index * 17) % 40)}%` }} />
        </i>
      ))}
    </div>
  )
}

/** Heights of the tabs and the filters above a list. */
export const LIST_BARS = [24, 56] as const
