import { useLayoutEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { toast } from '../../ui/toast.tsx'
import type { Division } from './columns.ts'
import type { RoadmapPost } from './documents.ts'
import { cardsAfter, wayBack, type Card, type Move } from './moves.ts'
import { MOVE_POST, PLAN_POST, SET_STATUS } from './post-documents.ts'
import { problemOf } from './problem-of.ts'

const t = messagesOf(texts)

type Source = {
  roadmapId: string
  posts: readonly RoadmapPost[]
  division: Division
  readAgain: () => Promise<unknown>
}

/**
 * Returns the cards of a board, with a function that moves one at once. A card that the server refuses to move
 * is back where it was, with the reason. `said` is the last move in words, for screen readers.
 */
export function useMoves({ roadmapId, posts, division, readAgain }: Source) {
  const [moves, setMoves] = useState<readonly Move[]>([])
  const [said, setSaid] = useState('')
  const cards = cardsAfter(posts, division, moves)
  const send = useSend(roadmapId, division)
  const latest = useRef<(next: Move) => Promise<void>>(undefined)
  const offerUndo = (card: Card, next: Move) => {
    const back = wayBack(cards, card)
    const column = division.columns.find(({ key }) => key === next.column)?.name ?? ''
    const text = t('board.done', { title: card.post.title, column })
    toast({ text, undo: () => void latest.current?.(back) })
  }
  const move = async (next: Move, isUndo = false) => {
    const card = cards.find(({ post }) => post.id === next.postId)
    if (!card) return
    setMoves((before) => [...before, next])
    setSaid(describe(card, next, division, cardsAfter(posts, division, [...moves, next])))
    const problem = await send(card, next)
    // A confirmed move is in what is read now. Without it the card would be back for a moment.
    if (problem === null) await readAgain()
    setMoves((before) => before.filter((each) => each !== next))
    if (problem === null) {
      if (!isUndo && card.column !== next.column) offerUndo(card, next)
      return
    }
    const { title } = card.post
    toast({ text: t('board.refused', { title, reason: problem }), tone: 'bad' })
    setSaid(t('board.back', { title, reason: problem }))
    await readAgain()
  }
  useLayoutEffect(() => void (latest.current = (next) => move(next, true)))
  return { cards, move: (next: Move) => move(next), said }
}

/** Returns a function that sends a move, and returns the reason for which it was refused, or null. */
function useSend(id: string, { columns }: Division) {
  const client = useClient()
  return async (card: Card, { postId, column, beside }: Move): Promise<string | null> => {
    const change = columns.find(({ key }) => key === column)?.change
    if (change && card.column !== column) {
      const changing =
        'statusId' in change
          ? client.mutation(SET_STATUS, { postId, statusId: change.statusId }).toPromise()
          : client.mutation(PLAN_POST, { id, postId, plannedFor: change.plannedFor }).toPromise()
      const problem = problemOf(await changing)
      if (problem !== null) return problem
    }
    return beside
      ? problemOf(await client.mutation(MOVE_POST, { id, postId, position: beside }).toPromise())
      : null
  }
}

function describe(card: Card, { column }: Move, { columns }: Division, after: readonly Card[]): string {
  const inColumn = after.filter((each) => each.column === column)
  return t('board.moved', {
    title: card.post.title,
    column: columns.find(({ key }) => key === column)?.name ?? '',
    position: inColumn.findIndex(({ post }) => post.id === card.post.id) + 1,
    count: inColumn.length,
  })
}
