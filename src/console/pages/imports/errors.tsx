import { Section } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Downloads, errorFiles } from './downloads.tsx'
import styles from './imports.module.css'
import { IMPORT_ERRORS } from './list-documents.ts'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
const select = (data: ResultOf<typeof IMPORT_ERRORS>) => data.importRun?.errors
type RunError = NonNullable<ReturnType<typeof select>>['nodes'][number]

/** Records that an import has refused, or that a plan would refuse, and the files with all of them. */
export function Errors({ run }: { run: ImportRun }) {
  const { id, errorsCount } = run
  return (
    <Section title={t('errors')} text={t(run.state === 'PLANNED' ? 'errors.planned' : 'errors.text')}>
      {errorsCount === 0 ? <p className={styles.quiet}>{t('errors.none')}</p> : <List id={id} />}
      <Downloads files={errorFiles(run)} />
    </Section>
  )
}

function List({ id }: { id: string }) {
  const { nodes, error, ...more } = usePages(IMPORT_ERRORS, { id }, select)
  return (
    <>
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={3} />
      {nodes && (
        <div className={styles.scroll} role="region" aria-label={t('errors.list')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('errors.place')}</th>
                <th scope="col">{t('errors.record')}</th>
                <th scope="col">{t('errors.problem')}</th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((one) => (
                <ErrorRow key={one.number} error={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <LoadMore {...more} />
    </>
  )
}

function ErrorRow({ error: { file, row, kind, externalId, problems } }: { error: RunError }) {
  const position = row === null ? file : t('errors.row', { file: file ?? '', row: NUMBER.format(row) })
  return (
    <tr>
      <td>{position}</td>
      <td className={styles.record}>
        {[kind === null ? null : t(kind), externalId].filter((part) => part !== null).join(' ')}
      </td>
      <td className={styles.long}>
        <ul>
          {problems.map(({ field, value, reason }, index) => (
            <li key={index}>
              {t(value === '' ? 'errors.valueless' : 'errors.value', { field, value, reason })}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}
