import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import styles from './imports.module.css'

const t = messagesOf(texts)

type MoreOptionsProps = { isCsv: boolean; errorOf: (field: string) => string | undefined }

/** Options that few imports need. */
export function MoreOptions({ isCsv, errorOf }: MoreOptionsProps) {
  const line = (name: 'sourceName' | 'timezone' | 'columns' | 'team') => (
    <TextField
      label={t(name)}
      hint={t(`${name}.hint`)}
      error={errorOf(name)}
      name={name}
      autoComplete="off"
    />
  )
  const isRefused = ['sourceName', 'timezone', 'columns', 'team'].some((name) => errorOf(name) !== undefined)
  return (
    <details className={styles.more} open={isRefused || undefined}>
      <summary>{t('more')}</summary>
      {isCsv && line('columns')}
      {line('timezone')}
      {line('sourceName')}
      {line('team')}
      <Checkbox label={t('notes')} name="notes" defaultChecked />
      <Checkbox label={t('fetchAssets')} hint={t('fetchAssets.hint')} name="fetchAssets" />
      <Checkbox label={t('overwrite')} hint={t('overwrite.hint')} name="overwrite" />
      <Checkbox label={t('recreate')} name="recreate" />
    </details>
  )
}
