import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import styles from './imports.module.css'
import type { Count } from './run-documents.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
const OUTCOMES = ['created', 'updated', 'unchanged', 'kept', 'skipped', 'failed'] as const

/** Numbers of records by kind and outcome, without outcomes that no record has. */
export function CountsTable({ counts }: { counts: readonly Count[] }) {
  const shown = OUTCOMES.filter((one) => one === 'created' || counts.some((count) => count[one] > 0))
  return (
    <div className={styles.scroll} role="region" aria-label={t('counts')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('counts.kind')}</th>
            {shown.map((outcome) => (
              <th key={outcome} scope="col" className={styles.number}>
                {t(outcome)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <tr key={count.kind}>
              <th scope="row">{t(count.kind)}</th>
              {shown.map((outcome) => (
                <td key={outcome} className={styles.number} data-zero={count[outcome] === 0 || undefined}>
                  {NUMBER.format(count[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
