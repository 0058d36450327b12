import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './imports.module.css'

const t = messagesOf(texts)

type SendingBarProps = { name: string; share: number; onStop: () => void }

/** How much of a file is sent. */
export function SendingBar({ name, share, onStop }: SendingBarProps) {
  return (
    <div className={styles.progress}>
      <progress max={1} value={share} aria-label={t('sending')} />
      <p className={styles.figures}>{t('sending.of', { percent: Math.floor(share * 100), name })}</p>
      <Button onClick={onStop}>{t('stop')}</Button>
    </div>
  )
}
