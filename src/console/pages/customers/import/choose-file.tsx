import { UploadIcon } from '@primer/octicons-react'
import { useState, type DragEvent } from 'react'
import texts from '../../../messages/en/import.json'
import { messagesOf } from '../../../messages.ts'
import styles from './import.module.css'
import { readCsv, type FileProblem, type ImportFile } from './read-file.ts'

const t = messagesOf(texts)

/** First step: a file from the disk, chosen or dropped. */
export function ChooseFile({ onChoose }: { onChoose: (file: ImportFile) => void }) {
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [isOver, setOver] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file) return
    const result = await readCsv(file).catch(() => 'unreadable' as const)
    if (typeof result === 'string') setProblem(result)
    else onChoose(result)
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  return (
    <>
      <label
        className={styles.drop}
        data-over={isOver || undefined}
        {...{ onDragOver, onDrop }}
        onDragLeave={() => setOver(false)}
      >
        <Words />
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      </label>
      {problem !== null && <Problem problem={problem} />}
      <Example />
    </>
  )
}

function Example() {
  return (
    <pre className={styles.example} tabIndex={0} aria-label={t('example')}>
      {'email,name,labels,plan\nada@example.com,Ada Lovelace,"vip, beta",Enterprise'}
    </pre>
  )
}

function Words() {
  return (
    <>
      <UploadIcon size={24} />
      <b>{t('choose')}</b>
      <span>{t('choose.hint')}</span>
    </>
  )
}

function Problem({ problem }: { problem: FileProblem }) {
  return (
    <p role="alert" className={styles.problem}>
      {t(`problem.${problem}`)}
    </p>
  )
}
