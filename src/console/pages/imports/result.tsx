import { Link } from '@tanstack/react-router'
import { Section } from '../../app/settings-page.tsx'
import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { CountsTable } from './counts-table.tsx'
import { Addresses } from './downloads.tsx'
import { Errors } from './errors.tsx'
import styles from './imports.module.css'
import { PeopleWithoutEmail } from './people-without-email.tsx'
import { Losses } from './plan-parts.tsx'
import { Remaining } from './remaining.tsx'
import type { ImportRun } from './run-documents.ts'
import { UndoImport } from './undo-import.tsx'

const t = messagesOf(texts)
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

/** Result of an import: its numbers, its errors and its undo. */
export function Result({ run }: { run: ImportRun }) {
  const { state, counts, people, undoUntil } = run
  const hasNameless = people !== null && people.withoutEmail + people.byName > 0
  return (
    <>
      <Section title={t('counts')} text={t(state === 'UNDONE' ? 'undone' : 'done')}>
        {state === 'DONE' && (
          <p>
            <Link
              from="/$organization"
              to="/$organization/posts"
              className={`${button.button} ${button.main}`}
            >
              {t('toPosts')}
            </Link>
          </p>
        )}
        {counts.length === 0 ? <p className={styles.quiet}>{t('none')}</p> : <CountsTable counts={counts} />}
        {state === 'DONE' && undoUntil !== null && Date.parse(undoUntil) > Date.now() && (
          <>
            <p className={styles.quiet}>{t('undoUntil', { date: DATE.format(new Date(undoUntil)) })}</p>
            <UndoImport id={run.id} />
          </>
        )}
      </Section>
      {state === 'UNDONE' && <Remaining id={run.id} />}
      {state === 'DONE' && hasNameless && <PeopleWithoutEmail id={run.id} />}
      {state === 'DONE' && <Addresses run={run} />}
      <Errors run={run} />
      <Losses losses={run.losses} />
    </>
  )
}
