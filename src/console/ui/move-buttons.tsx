import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import texts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'
import styles from './move-buttons.module.css'

const t = messagesOf(texts)

type MoveButtonsProps = {
  /** Name of what moves. */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (direction: 'up' | 'down') => void
}

/** Buttons that move a row of a list. They stay in the order of the keyboard, so that one can press again. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <Button
        look="quiet"
        className={styles.move}
        aria-label={t('moveUp', { name })}
        title={t('moveUp', { name })}
        aria-disabled={isFirst}
        onClick={() => void (isFirst || onMove('up'))}
      >
        <ChevronUpIcon size={16} />
      </Button>
      <Button
        look="quiet"
        className={styles.move}
        aria-label={t('moveDown', { name })}
        title={t('moveDown', { name })}
        aria-disabled={isLast}
        onClick={() => void (isLast || onMove('down'))}
      >
        <ChevronDownIcon size={16} />
      </Button>
    </>
  )
}
