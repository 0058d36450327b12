import { useState } from 'react'
import { Section } from '../../app/settings-page.tsx'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/import-run.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { missingIn, optionsOf, type Answers } from './choices.ts'
import { Columns } from './columns.tsx'
import { CountsTable } from './counts-table.tsx'
import { Decisions } from './decisions.tsx'
import { Errors } from './errors.tsx'
import styles from './imports.module.css'
import { Losses, People } from './plan-parts.tsx'
import { START_IMPORT } from './run-actions.ts'
import type { ImportRun } from './run-documents.ts'
import { Samples } from './samples.tsx'
import { useTargets } from './use-targets.ts'
import { Values } from './values.tsx'

const t = messagesOf(texts)
const NO_ANSWERS: Answers = { values: {}, bucket: '', dateOrder: '', encoding: '' }

/** Plan of an import: its numbers, its losses, and the decisions without which it does not start. */
export function Plan({ run }: { run: ImportRun }) {
  const { targets, isFailed } = useTargets()
  const [answers, setAnswers] = useState(NO_ANSWERS)
  return (
    <>
      <Section title={t('counts')} text={t('counts.text')}>
        {run.planned.length === 0 ? (
          <p className={styles.quiet}>{t('none')}</p>
        ) : (
          <CountsTable counts={run.planned} />
        )}
        {run.countedVotes > 0 && <p>{t('counted', { count: run.countedVotes })}</p>}
        {run.duplicatesCount > 0 && <p>{t('duplicates', { count: run.duplicatesCount })}</p>}
      </Section>
      {run.errorsCount > 0 && <Errors run={run} />}
      <Columns run={run} />
      <Section title={t('values')} text={t('values.text')}>
        {targets ? (
          <>
            <Decisions {...{ run, targets, answers }} onAnswer={setAnswers} />
            <Values
              values={run.values}
              targets={targets}
              choices={answers.values}
              onChoose={(values) => setAnswers({ ...answers, values })}
            />
          </>
        ) : (
          <ListState isRead={false} isFailed={isFailed} rows={4} />
        )}
      </Section>
      <People run={run} />
      <Losses losses={run.losses} />
      <Samples samples={run.samples} />
      <Start run={run} answers={answers} />
    </>
  )
}

function Start({ run, answers }: { run: ImportRun; answers: Answers }) {
  const { run: start, isRunning, problem, errors } = useAction(START_IMPORT)
  const missing = missingIn(run, answers)
  const refusal = problem ?? Object.values(errors)[0]
  return (
    <footer className={styles.start}>
      <Button
        look="main"
        disabled={missing > 0}
        aria-busy={isRunning}
        onClick={() => void start({ input: { id: run.id, options: optionsOf(run, answers) } })}
      >
        {t('start')}
      </Button>
      <p role="status">
        {missing > 0
          ? t('start.missing', { count: missing })
          : t(run.options.emit ? 'start.emits' : 'start.time', { seconds: run.secondsPlanned ?? 1 })}
      </p>
      {refusal !== undefined && (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
    </footer>
  )
}
