import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './tile.module.css'

const t = messagesOf(texts)

type StateProps = { rows: number; isFailed: boolean; retry?: () => void }

/** Grey box in the height of the rows that are read, or the reason why there are none. */
export function Unread({ rows, isFailed, retry }: StateProps) {
  if (!isFailed) return <span data-unread className={styles.skeleton} style={{ height: `${rows * 40}px` }} />
  return (
    <p className={styles.quiet} role="alert">
      {t('failed')} {retry && <Button onClick={retry}>{t('retry')}</Button>}
    </p>
  )
}
