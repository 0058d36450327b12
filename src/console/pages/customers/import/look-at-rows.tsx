import { useMemo } from 'react'
import texts from '../../../messages/en/import.json'
import { messagesOf } from '../../../messages.ts'
import { Button } from '../../../ui/button.tsx'
import { entryOf, looksLikeEmail, shownField, type Target } from './fields.ts'
import styles from './import.module.css'
import type { ImportFile } from './read-file.ts'

const t = messagesOf(texts)
const ROWS = 5
/** Numbers of bad rows that are shown. */
const SHOWN = 10

type LookAtRowsProps = {
  file: ImportFile
  targets: readonly Target[]
  onBack: () => void
  onStart: () => void
}

/** Third step: the first rows as they would be stored, and those that would be refused for their e-mail. */
export function LookAtRows({ file, targets, onBack, onStart }: LookAtRowsProps) {
  return (
    <>
      <Rows file={file} targets={targets} />
      <p className={styles.quiet}>{t('look.hint')}</p>
      <BadRows file={file} targets={targets} />
      <footer className={styles.footer}>
        <Button onClick={onBack}>{t('previous')}</Button>
        <Button look="main" onClick={onStart}>
          {t('look.start', { count: file.rows.length })}
        </Button>
      </footer>
    </>
  )
}

type RowsProps = Pick<LookAtRowsProps, 'file' | 'targets'>

function Rows({ file, targets }: RowsProps) {
  const columns = targets.flatMap((target, index) =>
    target === 'ignore' ? [] : [{ target, index, heading: file.headings[index]?.trim() ?? '' }],
  )
  const entries = file.rows.slice(0, ROWS).map((row) => entryOf(row, file.headings, targets).entry)
  return (
    <div className={styles.scroll} role="region" aria-label={t('look.name')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ target, index, heading }) => (
              <th key={index} scope="col">
                {target === 'own' ? heading : t(`target.${target}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, row) => (
            <tr key={row}>
              {columns.map(({ target, index, heading }) => (
                <td key={index}>
                  {shownField(entry, target, heading)}
                  {target === 'email' && !looksLikeEmail(entry.email) && (
                    <small className={styles.problem}>{t('look.bad')}</small>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Lists the rows of the file that would be refused. */
function BadRows({ file, targets }: RowsProps) {
  const bad = useMemo(() => badRows(file, targets), [file, targets])
  if (bad.length === 0) return null
  const more = bad.length > SHOWN ? 'yes' : 'no'
  return (
    <p role="status" className={styles.problem}>
      {t('look.badRows', { count: bad.length, rows: bad.slice(0, SHOWN).join(', '), more })}
    </p>
  )
}

/** Returns the numbers in the file of the rows without an e-mail address. The headings are row 1. */
function badRows({ rows }: ImportFile, targets: readonly Target[]): number[] {
  const column = targets.indexOf('email')
  return rows.flatMap((row, index) => (looksLikeEmail(row[column]?.trim()) ? [] : [index + 2]))
}
