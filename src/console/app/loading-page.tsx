import { LIST_BARS, Skeleton } from '../ui/skeleton.tsx'
import styles from './page-head.module.css'

/** Head and rows of a page that is not there yet. */
export function LoadingPage() {
  return (
    <>
      <div className={styles.head} aria-hidden>
        <i className={styles.waiting} />
      </div>
      <Skeleton rows={12} above={LIST_BARS} />
    </>
  )
}
