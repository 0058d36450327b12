import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Scroller } from '../../ui/scroller.tsx'
import { BoardCard } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import styles from './board.module.css'
import type { Division } from './columns.ts'
import type { Roadmap } from './documents.ts'
import { columnBeside, moveWithin, type Card, type Move } from './moves.ts'

const t = messagesOf(texts)
const STEPS: Record<string, -1 | 1> = { '[': -1, ']': 1 }

type BoardProps = {
  roadmap: Roadmap
  division: Division
  cards: readonly Card[]
  /** Whether the cards are all posts of the roadmap. */
  isWhole: boolean
  said: string
  onMove: (move: Move) => void
  onRemove: (card: Card) => void
}

/** Cards of a roadmap in columns. A card moves by the pointer, by `[` and `]`, and by its menu. */
export function Board({ roadmap, division, cards, isWhole, said, onMove, onRemove }: BoardProps) {
  const element = useRef<HTMLDivElement>(null)
  const focusLater = useFocus(element)
  useDrops(cards, onMove)
  const moveCard = (move: Move | undefined) => {
    if (!move) return
    focusLater(move.postId)
    onMove(move)
  }
  const onKey = (event: KeyboardEvent, card: Card) => {
    const step = STEPS[event.key]
    const column = step && columnBeside(division.columns, card, step)
    moveCard(column && { postId: card.post.id, column: column.key })
  }
  const cardOf = (card: Card) => (
    <BoardCard
      key={card.post.id}
      card={card}
      scoreType={roadmap.scoreType}
      columns={division.columns}
      onKey={onKey}
      onMove={moveCard}
      onStep={(step) => moveCard(moveWithin(cards, card, step))}
      onRemove={onRemove}
    />
  )
  return (
    <>
      <Words said={said} />
      <Scroller ref={element} className={styles.columns} role="group" aria-label={t('board.name')}>
        {division.columns.map((column) => {
          const own = cards.filter((card) => card.column === column.key).map(cardOf)
          return <BoardColumn key={column.key} {...{ column, isWhole }} count={own.length} children={own} />
        })}
      </Scroller>
    </>
  )
}

function Words({ said }: { said: string }) {
  return (
    <>
      <p className="hidden" role="status">
        {said}
      </p>
      <p className={styles.help}>
        {t('board.help')} <kbd>[</kbd> <kbd>]</kbd>
      </p>
    </>
  )
}

/** Returns a function that focuses a card once it is shown where it has moved: there it is another element. */
function useFocus(element: RefObject<HTMLDivElement | null>) {
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    const link = element.current?.querySelector<HTMLElement>(`[data-post="${focused.current}"] > a`)
    if (link && link !== document.activeElement) link.focus()
    focused.current = null
  })
  return (postId: string) => void (focused.current = postId)
}

/** Moves the card that is dropped on another one or on a column. */
function useDrops(cards: readonly Card[], onMove: (move: Move) => void) {
  const latest = useRef({ cards, onMove })
  useLayoutEffect(() => void (latest.current = { cards, onMove }))
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const move = moveOf(String(source.data.postId), location.current.dropTargets, latest.current.cards)
          if (move) latest.current.onMove(move)
        },
      }),
    [],
  )
}

type Target = { data: Record<string | symbol, unknown> }

/** Text in the data of what something is dropped on. */
const textIn = (target: Target | undefined, name: string) => {
  const value = target?.data[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the move that a drop means: beside a card, or at the end of a column. */
function moveOf(postId: string, targets: readonly Target[], cards: readonly Card[]): Move | undefined {
  const onCard = targets.find(({ data }) => data.kind === 'card')
  const column = textIn(
    targets.find(({ data }) => data.kind === 'column'),
    'column',
  )
  if (column === undefined || textIn(onCard, 'postId') === postId) return undefined
  const last = cards.findLast((card) => card.column === column && card.post.id !== postId)
  const neighbor = textIn(onCard, 'postId') ?? last?.post.id
  if (neighbor === undefined) {
    const isSame = cards.some((card) => card.post.id === postId && card.column === column)
    return isSame ? undefined : { postId, column }
  }
  const isBefore = onCard !== undefined && extractClosestEdge(onCard.data) === 'top'
  return { postId, column, beside: isBefore ? { beforePostId: neighbor } : { afterPostId: neighbor } }
}
