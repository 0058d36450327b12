import { KebabHorizontalIcon } from '@primer/octicons-react'
import type { MouseEvent } from 'react'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Menu } from '../../ui/menu.tsx'
import styles from './board.module.css'
import type { Column } from './columns.ts'
import type { Card, Move } from './moves.ts'

const t = messagesOf(texts)

export type CardMenuProps = {
  card: Card
  columns: readonly Column[]
  onMove: (move: Move) => void
  /** Moves the card by one up or down in its column. */
  onStep: (step: -1 | 1) => void
  onRemove: (card: Card) => void
}

/** Menu of a card: everything that dragging does, for the keyboard and for fingers. */
export function CardMenu({ card, columns, onMove, onStep, onRemove }: CardMenuProps) {
  const { id: postId, title } = card.post
  return (
    <Menu
      name={t('board.move', { title })}
      label={<KebabHorizontalIcon size={14} />}
      className={styles.menu}
      align="end"
    >
      <div className={styles.choices} onClick={close}>
        <p>{t('board.moveTo')}</p>
        {columns
          .filter(({ key }) => key !== card.column)
          .map(({ key, name }) => (
            <button key={key} type="button" onClick={() => onMove({ postId, column: key })}>
              {name}
            </button>
          ))}
        <p>{t('board.within')}</p>
        <button type="button" onClick={() => onStep(-1)}>
          {t('board.up')}
        </button>
        <button type="button" onClick={() => onStep(1)}>
          {t('board.down')}
        </button>
        <button type="button" className={styles.remove} onClick={() => onRemove(card)}>
          {t('board.remove')}
        </button>
      </div>
    </Menu>
  )
}

/** Closes the menu after a choice. */
function close({ currentTarget }: MouseEvent): void {
  currentTarget.closest('details')?.removeAttribute('open')
}
