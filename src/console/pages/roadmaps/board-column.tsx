import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import styles from './board.module.css'
import type { Column } from './columns.ts'

const t = messagesOf(texts)

type BoardColumnProps = { column: Column; count: number; isWhole: boolean; children: ReactNode }

/**
 * A column of the board. Its number has a plus while posts of the roadmap are not read. Its end is marked while a card
 * over it would land there.
 */
export function BoardColumn({ column, count, isWhole, children }: BoardColumnProps) {
  const heading = useId()
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ kind: 'column', column: column.key }),
      onDrag: ({ location }) => setOver(location.current.dropTargets[0]?.data.kind === 'column'),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [column.key])
  return (
    <section ref={element} className={styles.column} aria-labelledby={heading}>
      <header>
        {column.color !== undefined && <i aria-hidden style={{ background: column.color }} />}
        <h2 id={heading}>
          {column.name}{' '}
          <small aria-label={t(isWhole ? 'board.count' : 'board.atLeast', { count })}>
            {isWhole ? count : `${count}+`}
          </small>
        </h2>
      </header>
      <ol data-over={isOver || undefined}>{children}</ol>
    </section>
  )
}
