import { DownloadIcon } from '@primer/octicons-react'
import { Section } from '../../app/settings-page.tsx'
import texts from '../../messages/en/import-run.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import styles from './imports.module.css'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
type File = ImportRun['downloads'][number]
const isAddresses = ({ name }: File) => name.startsWith('addresses.')

/** Files of an import with the records that it has refused. */
export const errorFiles = ({ downloads }: ImportRun): File[] => downloads.filter((file) => !isAddresses(file))

/** Links to files of an import. */
export function Downloads({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <p className={styles.buttons}>
      {files.map(({ name, url }) => (
        <a key={name} href={url} download={name} className={button.button}>
          <DownloadIcon size={16} /> {t('download', { name })}
        </a>
      ))}
    </p>
  )
}

/** Files with the addresses at the source and here. Nothing for a source without addresses. */
export function Addresses({ run: { downloads } }: { run: ImportRun }) {
  const files = downloads.filter(isAddresses)
  if (files.length === 0) return null
  return (
    <Section title={t('addresses')} text={t('addresses.text')}>
      <Downloads files={files} />
    </Section>
  )
}
