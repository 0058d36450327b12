import { PlusIcon } from '@primer/octicons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import type { ResultOf } from '../../graphql.ts'
import type { LiveEvent } from '../../live/event-documents.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { ENTRY_LIST } from './changelog-documents.ts'
import styles from './list.module.css'
import { NewEntry } from './new-entry.tsx'
import { STATE_NAMES, STATES, TONES } from './states.ts'
import { codeOf, languageName, shortMoment } from './words.ts'

const t = messagesOf(texts)

type Listed = ResultOf<typeof ENTRY_LIST>
const select = ({ changelogs }: Listed) => changelogs
/** Whether an event may add an entry to the list or move it. */
export const isOfChangelog = (type: LiveEvent['type']) => type.startsWith('CHANGELOG_')

/** Entries of the changelog by state, newest first. */
export function ChangelogList() {
  const { state } = useSearch({ from: '/$organization/changelog' })
  const { organization } = useParams({ from: '/$organization/changelog' })
  const filter = state ? { state: STATE_NAMES[state] } : null
  const list = usePages(ENTRY_LIST, { filter }, select, isOfChangelog)
  const [isCreating, setCreating] = useState(false)
  const button = (
    <Button look="main" onClick={() => setCreating(true)}>
      <PlusIcon size={16} /> {t('new')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('title')}>{button}</PageHead>
      <StateTabs organization={organization} />
      {list.error && <p role="alert">{t('unreadable')}</p>}
      {list.nodes === null && !list.error && <Skeleton rows={8} />}
      {list.nodes?.length === 0 && <Empty title={t('empty.title')} text={t('empty.text')} action={button} />}
      <ul className={rows.rows}>
        {list.nodes?.map((entry) => (
          <Row key={entry.id} entry={entry} organization={organization} />
        ))}
      </ul>
      <LoadMore {...list} />
      <NewEntry organization={organization} isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

/** Links to the entries of each state. */
function StateTabs({ organization }: { organization: string }) {
  return (
    <div className={styles.tabs}>
      <Tabs name={t('states')}>
        {[undefined, ...STATES].map((one) => (
          <Link
            key={one ?? 'all'}
            to="/$organization/changelog"
            params={{ organization }}
            search={one ? { state: one } : {}}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`list.${one ?? 'all'}`)}
          </Link>
        ))}
      </Tabs>
    </div>
  )
}

type RowProps = { entry: Listed['changelogs']['nodes'][number]; organization: string }

function Row({ entry, organization }: RowProps) {
  const { id, title, state, labels, locale, translations, scheduledAt, publishedAt, updatedAt } = entry
  const languages = [locale, ...translations.map((other) => other.locale)]
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <Link className={rows.title} dir="auto" to="/$organization/changelog/$id" params={{ organization, id }}>
        {title}
      </Link>
      <span className={styles.labels}>
        {labels.map((label) => (
          <Status key={label.id} name={label.name} color={label.color} />
        ))}
      </span>
      <span className={rows.soft} title={languages.map(languageName).join(', ')}>
        {languages.map(codeOf).join(' ')}
      </span>
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      <span className={rows.soft}>
        {scheduledAt ? shortMoment(scheduledAt) : <Time at={publishedAt ?? updatedAt} />}
      </span>
    </li>
  )
}
