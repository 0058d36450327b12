import { useMemo } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Board } from './board.tsx'
import { divide } from './columns.ts'
import { STATUSES, type Roadmap, type RoadmapPost, type Status } from './documents.ts'
import type { Columns } from './routes.ts'
import { useMoves } from './use-moves.ts'
import { useRemove } from './use-remove.ts'

const t = messagesOf(texts)

type StatusBoardProps = {
  roadmap: Roadmap
  posts: readonly RoadmapPost[]
  columns: Columns
  isWhole: boolean
  readAgain: () => Promise<unknown>
}

/** The board of a roadmap, once the statuses of the organization are read. */
export function StatusBoard(props: StatusBoardProps) {
  const [{ data }] = useQuery({ query: STATUSES })
  if (!data) return <Skeleton rows={6} height={72} />
  return <Divided {...props} statuses={data.statuses} />
}

type DividedProps = StatusBoardProps & { statuses: readonly Status[] }

function Divided({ roadmap, posts, columns, isWhole, readAgain, statuses }: DividedProps) {
  const division = useMemo(
    () => divide(columns, posts, { statuses, unplanned: t('unplanned') }),
    [columns, posts, statuses],
  )
  const { cards, move, said } = useMoves({ roadmapId: roadmap.id, posts, division, readAgain })
  const remove = useRemove(roadmap.id, readAgain)
  return (
    <Board
      roadmap={roadmap}
      division={division}
      cards={cards}
      isWhole={isWhole}
      said={said}
      onMove={(next) => void move(next)}
      onRemove={({ post }) => void remove(post)}
    />
  )
}
