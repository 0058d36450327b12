import { PlusIcon } from '@primer/octicons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import type { ResultOf } from '../../graphql.ts'
import type { LiveEvent } from '../../live/event-documents.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ROADMAPS } from './documents.ts'
import { RoadmapForm } from './roadmap-form.tsx'
import styles from './roadmaps.module.css'
import { RoadmapTile } from './roadmap-tile.tsx'

const t = messagesOf(texts)
const SHOWN = (['current', 'archived'] as const).map((value) => ({ value, label: t(`shown.${value}`) }))
const roadmapsOf = (data: ResultOf<typeof ROADMAPS>) => data.roadmaps
const CHANGES = /^(ROADMAP|POST)_/
const changesRoadmaps = (type: LiveEvent['type']) => CHANGES.test(type)

/** Roadmaps of the organization. */
export function Roadmaps() {
  const { archived = false } = useSearch({ from: '/$organization/roadmaps' })
  const navigate = useNavigate({ from: '/$organization/roadmaps' })
  const [isCreating, setCreating] = useState(false)
  const list = usePages(ROADMAPS, { archived }, roadmapsOf, changesRoadmaps)
  const create = (
    <Button look="main" onClick={() => setCreating(true)}>
      <PlusIcon size={16} /> {t('create.open')}
    </Button>
  )
  const show = (value: string) => void navigate({ search: value === 'archived' ? { archived: true } : {} })
  return (
    <>
      <PageHead title={t('title')}>{create}</PageHead>
      <Choice name={t('shown')} options={SHOWN} value={archived ? 'archived' : 'current'} onChange={show} />
      {!list.nodes &&
        (list.error ? <Empty title={t('failedTitle')} text={t('failed')} /> : <Skeleton rows={4} />)}
      {list.nodes?.length === 0 &&
        (archived ? (
          <Empty title={t('noArchived')} />
        ) : (
          <Empty title={t('noneTitle')} text={t('none')} action={create} />
        ))}
      <ul className={styles.tiles}>
        {list.nodes?.map((roadmap) => (
          <RoadmapTile key={roadmap.id} roadmap={roadmap} />
        ))}
      </ul>
      <LoadMore {...list} />
      <RoadmapForm
        roadmap={null}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) => void navigate({ to: '/$organization/roadmaps/$roadmap', params: { roadmap: id } })}
      />
    </>
  )
}
