import type { Column, Division } from './columns.ts'
import type { RoadmapPost } from './documents.ts'

/** A move of a post into a column, and beside another post. Without one it keeps its position on the roadmap. */
export type Move = {
  postId: string
  column: string
  beside?: { afterPostId: string } | { beforePostId: string } | undefined
}
export type Card = RoadmapPost & { column: string }

/** Returns the cards of a board in their order, as they are after moves that the server has not confirmed. */
export function cardsAfter(
  posts: readonly RoadmapPost[],
  division: Division,
  moves: readonly Move[],
): Card[] {
  const cards: Card[] = posts.map((post) => ({ ...post, column: division.columnOf(post) }))
  return moves.reduce(withMove, cards)
}

function withMove(cards: Card[], { postId, column, beside }: Move): Card[] {
  const moved = cards.find(({ post }) => post.id === postId)
  if (!moved) return cards
  const card = { ...moved, column }
  if (!beside) return cards.map((each) => (each === moved ? card : each))
  const others = cards.filter((each) => each !== moved)
  const isAfter = 'afterPostId' in beside
  const neighbor = isAfter ? beside.afterPostId : beside.beforePostId
  const index = others.findIndex(({ post }) => post.id === neighbor)
  return index < 0 ? cards : others.toSpliced(isAfter ? index + 1 : index, 0, card)
}

/** Returns the column beside that of a card, or undefined at an end of the board. */
export function columnBeside(columns: readonly Column[], { column }: Card, step: -1 | 1): Column | undefined {
  return columns[columns.findIndex(({ key }) => key === column) + step]
}

/** Returns the move of a card by one in its column, or undefined at an end of it. */
export function moveWithin(cards: readonly Card[], { post, column }: Card, step: -1 | 1): Move | undefined {
  const inColumn = cards.filter((card) => card.column === column)
  const neighbor = inColumn[inColumn.findIndex((card) => card.post.id === post.id) + step]?.post.id
  if (neighbor === undefined) return undefined
  const beside = step === 1 ? { afterPostId: neighbor } : { beforePostId: neighbor }
  return { postId: post.id, column, beside }
}

/** Returns the move that brings a card back to where it is among others. */
export function wayBack(cards: readonly Card[], { post, column }: Card): Move {
  const inColumn = cards.filter((card) => card.column === column)
  const index = inColumn.findIndex((card) => card.post.id === post.id)
  const before = inColumn[index - 1]?.post.id
  const after = inColumn[index + 1]?.post.id
  if (before !== undefined) return { postId: post.id, column, beside: { afterPostId: before } }
  return { postId: post.id, column, ...(after !== undefined && { beside: { beforePostId: after } }) }
}
