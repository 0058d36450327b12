import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useIsAdmin } from '../../app/viewer.ts'
import { graphql } from '../../graphql.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox } from '../../ui/field.tsx'
import type { Entry } from './changelog-documents.ts'
import styles from './entry.module.css'

const t = messagesOf(texts)

const changesReach = (type: string) => type.startsWith('CHANGELOG_')
/** Milliseconds between two reads. Mails cause no events. */
const INTERVAL_MS = 30_000

const REACH = graphql(`
  query ChangelogReach($id: ID!) {
    changelogReach(by: { id: $id }) {
      audience
      notified {
        people
        mailed
        waiting
        failed
        bounced
      }
    }
  }
`)

type ReachProps = { entry: Entry; onChange: (notify: boolean) => void }

/** Whether subscribers are notified of the entry, with their number, and afterwards the people who were notified. */
export function EntryReach({ entry, onChange }: ReachProps) {
  const variables = useMemo(() => ({ id: entry.id }), [entry.id])
  const { data } = useLiveQuery({
    ...{ query: REACH, variables, changesWith: changesReach },
    everyMs: INTERVAL_MS,
  })
  const isAdmin = useIsAdmin()
  const reach = data?.changelogReach
  const last = reach?.notified[0]
  if (last)
    return (
      <p className={styles.reach}>
        {t('reached', { count: last.people })} · {t('reachMailed', { count: last.mailed })}
        {last.waiting > 0 && ` · ${t('reachWaiting', { count: last.waiting })}`}
        {last.failed > 0 && ` · ${t('reachFailed', { count: last.failed })}`}
        {last.bounced > 0 && ` · ${t('reachBounced', { count: last.bounced })}`}
      </p>
    )
  return (
    <>
      <Checkbox
        label={t('notify', { count: reach?.audience ?? 0 })}
        checked={entry.notify}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isAdmin && <PreviewLink entry={entry} />}
    </>
  )
}

function PreviewLink({ entry: { id, locale } }: { entry: Entry }) {
  const { organization = '' } = useParams({ strict: false })
  const search = { mail: 'CHANGELOG_PUBLISHED', entry: id, ...(locale && { locale }) }
  return (
    <p className={styles.reach}>
      <Link to="/$organization/settings/mail/preview" params={{ organization }} search={search}>
        {t('previewMail')}
      </Link>
    </p>
  )
}
