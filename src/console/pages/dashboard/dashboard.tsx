import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import { useIsAdmin } from '../../app/viewer.ts'
import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Select } from '../../ui/select.tsx'
import { useActivity } from './activity.ts'
import { ActivityTile } from './activity-tile.tsx'
import styles from './dashboard.module.css'
import { DAYS, DEFAULT_DAYS, type Days } from './days.ts'
import { Happening } from './happening.tsx'
import { LatestComments } from './latest-comments.tsx'
import { MailTrouble } from './mail-trouble.tsx'
import { MostWanted } from './most-wanted.tsx'
import { OpenPosts } from './open-posts.tsx'
import { useFirstSteps } from './use-first-steps.ts'
import { Waiting } from './waiting.tsx'
import { Webhooks } from './webhooks.tsx'

const t = messagesOf(texts)
const RANGES = DAYS.map((days) => ({ value: String(days), label: t('days', { days }) }))
const FirstSteps = lazy(() =>
  import('../first-steps/first-steps.tsx').then((file) => ({ default: file.FirstSteps })),
)

/** Figures of the organization that move as things happen. A new one has its first steps before. */
export function Dashboard() {
  const { days = DEFAULT_DAYS } = useSearch({ from: '/$organization/' })
  const navigate = useNavigate({ from: '/$organization/' })
  const { slug, hasSteps, hasFigures, end } = useFirstSteps()
  const choose = (value: string) => void navigate({ search: { days: Number(value) as Days } })
  return (
    <>
      <PageHead title={t('title')}>
        {hasFigures && <Select name={t('range')} value={String(days)} options={RANGES} onChange={choose} />}
      </PageHead>
      {hasSteps && (
        <Suspense>
          <FirstSteps slug={slug} onEnd={end} />
        </Suspense>
      )}
      {useIsAdmin() && <MailTrouble />}
      {hasFigures && <Figures days={days} />}
    </>
  )
}

function Figures({ days }: { days: Days }) {
  const { data, error } = useActivity(days)
  const activity = data?.activity
  return (
    <div className={styles.grid}>
      <div>
        <OpenPosts today={activity?.periods.at(-1)?.posts} />
        <MostWanted />
        <Waiting />
        <LatestComments />
      </div>
      <div>
        <ActivityTile activity={activity} isFailed={error !== undefined} days={days} />
        {useIsAdmin() && <Webhooks />}
        <Happening />
      </div>
    </div>
  )
}
