import { PlusIcon } from '@primer/octicons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddPosts } from './add-posts.tsx'
import type { Roadmap, RoadmapPost } from './documents.ts'
import { RoadmapActions } from './roadmap-actions.tsx'
import styles from './roadmap.module.css'
import type { Columns, RoadmapSearch, View } from './routes.ts'
import { ScoreList } from './score-list.tsx'
import { StatusBoard } from './status-board.tsx'
import { Timeline } from './timeline.tsx'
import { useRoadmap } from './use-roadmap.ts'

const t = messagesOf(texts)
const VIEWS = (['kanban', 'list', 'timeline'] as const).map((value) => ({ value, label: t(`view.${value}`) }))
const COLUMNS = (['status', 'month', 'quarter'] as const).map((value) => ({
  value,
  label: t('columns.of', { by: t(`columns.${value}`) }),
}))

/** A roadmap as a board, as a list with scores, or on a timeline. */
export function RoadmapPage() {
  const { roadmap: id } = useParams({ from: '/$organization/roadmaps/$roadmap' })
  const source = useRoadmap(id)
  const { roadmap } = source
  if (roadmap === null) return <Empty title={t('goneTitle')} text={t('gone')} />
  if (source.error) return <Empty title={t('failedTitle')} text={t('failed')} />
  if (!roadmap) return <Skeleton rows={6} height={72} />
  return <Content key={roadmap.id} roadmap={roadmap} source={source} />
}

type Source = ReturnType<typeof useRoadmap>

function Content({ roadmap, source }: { roadmap: Roadmap; source: Source }) {
  const search = useSearch({ from: '/$organization/roadmaps/$roadmap' })
  const [isAdding, setAdding] = useState(false)
  const view = search.view ?? (roadmap.mode.toLowerCase() as View)
  const columns = search.columns ?? (roadmap.kanbanViewGroup.toLowerCase() as Columns)
  const { posts, readAgain } = source
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      <PlusIcon size={16} /> <span>{t('add.open')}</span>
    </Button>
  )
  return (
    <>
      <PageHead title={roadmap.title} within={t('title')}>
        <div className={styles.actions}>
          <RoadmapActions roadmap={roadmap} />
          {add}
        </div>
      </PageHead>
      <Bar view={view} columns={columns} percentage={roadmap.percentage} />
      {roadmap.description !== '' && <p className={styles.description}>{roadmap.description}</p>}
      {posts.length === 0 ? (
        <Empty title={t('emptyTitle')} text={t('empty')} action={add} />
      ) : (
        <Body {...{ view, columns, roadmap, posts, readAgain }} isWhole={!source.hasMore} />
      )}
      <LoadMore {...source} isLoading={false} />
      <AddPosts
        roadmapId={roadmap.id}
        posts={posts}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        readAgain={readAgain}
      />
    </>
  )
}

type BarProps = { view: View; columns: Columns; percentage: number }

/** Choice of the view, and of the columns of a board, which the address has. */
function Bar({ view, columns, percentage }: BarProps) {
  const navigate = useNavigate({ from: '/$organization/roadmaps/$roadmap' })
  const change = (next: RoadmapSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const progress = t('progress', { percentage: Math.round(percentage) })
  return (
    <div className={styles.bar}>
      <Choice name={t('view')} options={VIEWS} value={view} onChange={(next) => change({ view: next })} />
      {view === 'kanban' && (
        <Select
          name={t('columns')}
          value={columns}
          options={COLUMNS}
          onChange={(next) => change({ columns: next as Columns })}
        />
      )}
      <span className={styles.progress}>
        <progress max={100} value={percentage} aria-label={progress} />
        {progress}
      </span>
    </div>
  )
}

type BodyProps = {
  view: View
  columns: Columns
  roadmap: Roadmap
  posts: readonly RoadmapPost[]
  isWhole: boolean
  readAgain: () => Promise<unknown>
}

function Body({ view, columns, isWhole, ...rest }: BodyProps) {
  if (view === 'list') return <ScoreList {...rest} />
  if (view === 'timeline') return <Timeline {...rest} />
  return <StatusBoard {...{ columns, isWhole }} {...rest} />
}
