import { Section } from '../../app/settings-page.tsx'
import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { CountsTable } from './counts-table.tsx'
import { Errors } from './errors.tsx'
import styles from './imports.module.css'
import { Losses } from './plan-parts.tsx'
import { Remaining } from './remaining.tsx'
import type { ImportRun } from './run-documents.ts'
import { UndoImport } from './undo-import.tsx'

const t = messagesOf(texts)
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

/** Result of an import: its numbers, its errors and its undo. */
export function Result({ run }: { run: ImportRun }) {
  const { state, counts, people, undoUntil } = run
  const nameless = people === null ? 0 : people.withoutEmail + people.byName
  return (
    <>
      <Section title={t('counts')} text={t(state === 'UNDONE' ? 'undone' : 'done')}>
        {counts.length === 0 ? <p className={styles.quiet}>{t('none')}</p> : <CountsTable counts={counts} />}
        {nameless > 0 && <p>{t('people.left', { count: nameless })}</p>}
        {state === 'DONE' && undoUntil !== null && Date.parse(undoUntil) > Date.now() && (
          <>
            <p className={styles.quiet}>{t('undoUntil', { date: DATE.format(new Date(undoUntil)) })}</p>
            <UndoImport id={run.id} />
          </>
        )}
      </Section>
      {state === 'UNDONE' && <Remaining id={run.id} />}
      <Errors run={run} />
      <Losses losses={run.losses} />
    </>
  )
}
