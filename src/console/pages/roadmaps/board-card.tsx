import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { CommentIcon, TriangleUpIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Figure } from '../../ui/figure.tsx'
import styles from './board.module.css'
import { CardMenu, type CardMenuProps } from './card-menu.tsx'
import type { Roadmap } from './documents.ts'
import type { Card } from './moves.ts'
import { PostLink } from './post-link.tsx'
import { scoreOf, scoreText } from './score.ts'

const t = messagesOf(texts)

type BoardCardProps = CardMenuProps & {
  scoreType: Roadmap['scoreType']
  onKey: (event: KeyboardEvent, card: Card) => void
}

/** A post on the board. */
export function BoardCard({ card, scoreType, onKey, ...menu }: BoardCardProps) {
  const { post } = card
  const { element, isDragged, edge } = useDrag(post.id)
  return (
    <li
      ref={element}
      className={styles.card}
      data-post={post.id}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
    >
      <PostLink
        id={post.id}
        className={styles.title}
        aria-keyshortcuts="[ ]"
        onKeyDown={(event) => onKey(event, card)}
      >
        {post.title}
      </PostLink>
      <CardFigures card={card} scoreType={scoreType} />
      <CardMenu card={card} {...menu} />
    </li>
  )
}

function CardFigures({ card, scoreType }: Pick<BoardCardProps, 'card' | 'scoreType'>) {
  const { votesCount, commentsCount } = card.post
  const score = scoreOf(scoreType, card)
  return (
    <span className={styles.figures}>
      <span title={t('votes', { count: votesCount })}>
        <TriangleUpIcon size={14} /> <Figure value={votesCount} />
        <span className="hidden">{t('votes', { count: votesCount })}</span>
      </span>
      {commentsCount > 0 && (
        <span title={t('comments', { count: commentsCount })}>
          <CommentIcon size={12} /> {commentsCount}
          <span className="hidden">{t('comments', { count: commentsCount })}</span>
        </span>
      )}
      {score !== null && scoreType !== 'VOTES' && <span>{scoreText(scoreType, score)}</span>}
    </span>
  )
}

/** Makes a card something to drag, and something to drop another card beside. */
function useDrag(postId: string) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<string | null>(null)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const data = { kind: 'card', postId }
    return combine(
      draggable({
        element: target,
        getInitialData: () => data,
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: target,
        getData: ({ input }) =>
          attachClosestEdge(data, { element: target, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) =>
          setEdge(source.data.postId === postId ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    )
  }, [postId])
  return { element, isDragged, edge }
}
