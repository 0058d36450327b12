import texts from '../../../messages/en/import.json'
import { messagesOf } from '../../../messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TARGETS, type Target } from './fields.ts'
import styles from './import.module.css'
import type { ImportFile } from './read-file.ts'

const t = messagesOf(texts)
const OPTIONS = TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))

type MapColumnsProps = {
  file: ImportFile
  targets: readonly Target[]
  onChange: (targets: readonly Target[]) => void
  onBack: () => void
  onNext: () => void
}

/** Second step: what each column is. */
export function MapColumns({ file, targets, onChange, onBack, onNext }: MapColumnsProps) {
  const problem = problemOf(targets)
  return (
    <>
      <table className={styles.table}>
        <Head />
        <tbody>
          {file.headings.map((heading, index) => (
            <tr key={index}>
              <th scope="row">{heading || t('columns.unnamed', { number: index + 1 })}</th>
              <td>{file.rows.find((row) => row[index])?.[index]}</td>
              <td>
                <Select
                  name={t('columns.of', { heading })}
                  value={targets[index] ?? 'ignore'}
                  options={OPTIONS}
                  onChange={(next) => onChange(targets.with(index, next as Target))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {targets.includes('own') && <p className={styles.quiet}>{t('columns.own')}</p>}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <footer className={styles.footer}>
        <Button onClick={onBack}>{t('previous')}</Button>
        <Button look="main" disabled={problem !== null} onClick={onNext}>
          {t('next')}
        </Button>
      </footer>
    </>
  )
}

/** Reason for which the columns cannot be imported, or null. */
function problemOf(targets: readonly Target[]): string | null {
  if (!targets.includes('email')) return t('columns.noEmail')
  const twice = targets.find(
    (target, index) => target !== 'own' && target !== 'ignore' && targets.indexOf(target) !== index,
  )
  return twice === undefined ? null : t('columns.twice', { target: t(`target.${twice}`) })
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{t('columns.heading')}</th>
        <th scope="col">{t('columns.example')}</th>
        <th scope="col">{t('columns.target')}</th>
      </tr>
    </thead>
  )
}
