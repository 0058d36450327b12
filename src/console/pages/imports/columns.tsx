import { useState } from 'react'
import { Section } from '../../app/settings-page.tsx'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/import-run.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { decisionOf } from './choices.ts'
import { chosenFields, columnsOf, FIELDS, withField, type ChosenFields } from './column-fields.ts'
import styles from './imports.module.css'
import { START_IMPORT } from './run-actions.ts'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
const OPTIONS = [
  { value: '', label: t('column.none') },
  ...FIELDS.map((value) => ({ value, label: t(`column.${value}`) })),
]

/** Columns of a plain CSV file with the field that each fills. Another choice plans the import again. */
export function Columns({ run }: { run: ImportRun }) {
  const planned = chosenFields(run)
  const [fields, setFields] = useState(planned)
  const missing = decisionOf(run, '--columns')
  if (run.headings === null) return null
  return (
    <Section title={t('columns')} text={t('columns.text')}>
      {missing && <p role="alert">{missing.reason}</p>}
      <div className={styles.scroll} role="region" aria-label={t('columns')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('columns.heading')}</th>
              <th scope="col">{t('columns.field')}</th>
            </tr>
          </thead>
          <tbody>
            {run.headings.map((heading) => (
              <tr key={heading}>
                <th scope="row">{heading}</th>
                <td>
                  <Picker
                    label={t('columns.of', { heading })}
                    searchable
                    options={OPTIONS}
                    value={fields[heading] ?? ''}
                    onChange={(field) => setFields(withField(fields, heading, field))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {JSON.stringify(columnsOf(fields)) !== JSON.stringify(columnsOf(planned)) && (
        <PlanAgain id={run.id} fields={fields} />
      )}
    </Section>
  )
}

function PlanAgain({ id, fields }: { id: string; fields: ChosenFields }) {
  const { run: plan, isRunning, problem, errors } = useAction(START_IMPORT)
  const hasTitle = Object.values(fields).includes('title')
  const refusal = problem ?? Object.values(errors)[0]
  const again = () => plan({ input: { id, options: { columns: columnsOf(fields) }, planOnly: true } })
  return (
    <div className={styles.start}>
      <Button disabled={!hasTitle} aria-busy={isRunning} onClick={() => void again()}>
        {t('columns.again')}
      </Button>
      <p role="status">{t(hasTitle ? 'columns.changed' : 'columns.untitled')}</p>
      {refusal !== undefined && (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
    </div>
  )
}
