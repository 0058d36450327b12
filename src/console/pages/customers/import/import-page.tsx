import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from 'urql'
import { PageHead } from '../../../app/page-head.tsx'
import texts from '../../../messages/en/import.json'
import { messagesOf } from '../../../messages.ts'
import button from '../../../ui/button.module.css'
import { ChooseFile } from './choose-file.tsx'
import { guessTargets, type Target } from './fields.ts'
import styles from './import.module.css'
import { LookAtRows } from './look-at-rows.tsx'
import { MapColumns } from './map-columns.tsx'
import { Progress } from './progress.tsx'
import type { ImportFile } from './read-file.ts'
import { RunningImport } from './run-import.ts'

const t = messagesOf(texts)
const STEPS = ['file', 'columns', 'look', 'import'] as const
type Step = (typeof STEPS)[number]

/** Imports customers from a CSV file: choose it, map its columns, look at five rows, import. */
export function ImportPage() {
  const client = useClient()
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [targets, setTargets] = useState<readonly Target[]>([])
  const [running, setRunning] = useState<RunningImport | null>(null)
  const choose = (chosen: ImportFile) => {
    setFile(chosen)
    setTargets(guessTargets(chosen.headings))
    setStep('columns')
  }
  const start = (from: ImportFile) => {
    const next = new RunningImport({ client, file: from, targets, unclear: (part) => t('unclear', part) })
    setRunning(next)
    setStep('import')
    void next.start()
  }
  const back = () => setStep('file')
  return (
    <>
      <Head />
      <Steps step={step} file={file} />
      {step === 'file' && <ChooseFile onChoose={choose} />}
      {step === 'columns' && file && (
        <MapColumns
          {...{ file, targets }}
          onChange={setTargets}
          onBack={back}
          onNext={() => setStep('look')}
        />
      )}
      {step === 'look' && file && (
        <LookAtRows {...{ file, targets }} onBack={() => setStep('columns')} onStart={() => start(file)} />
      )}
      {step === 'import' && file && running && <Progress running={running} file={file} onAgain={back} />}
    </>
  )
}

function Head() {
  return (
    <PageHead title={t('title')}>
      <Link from="/$organization" to="/$organization/customers" className={button.button}>
        {t('back')}
      </Link>
    </PageHead>
  )
}

function Steps({ step, file }: { step: Step; file: ImportFile | null }) {
  return (
    <div className={styles.steps}>
      <ol>
        {STEPS.map((name, index) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <b aria-hidden>{index + 1}</b> {t(`step.${name}`)}
          </li>
        ))}
      </ol>
      {file && <p>{t('file', { name: file.name, rows: file.rows.length, encoding: file.encoding })}</p>}
    </div>
  )
}
