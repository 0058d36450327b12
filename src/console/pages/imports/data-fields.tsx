import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import { Choice } from '../../ui/choice.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import type { SourceEntry } from './sources.ts'

const t = messagesOf(texts)
const WAYS = (['api', 'file'] as const).map((value) => ({ value, label: t(`way.${value}`) }))

type DataFieldsProps = Pick<SourceEntry, 'source' | 'api'> & {
  /** Whether its API is read. */
  isApi: boolean
  setWay: (way: 'file' | 'api') => void
  fileProblem: string | undefined
  errorOf: (field: string) => string | undefined
}

/** Where an import gets its data: a file, or an API with its key. */
export function DataFields({ isApi, setWay, ...rest }: DataFieldsProps) {
  return (
    <>
      {rest.api !== undefined && (
        <Choice name={t('way')} options={WAYS} value={isApi ? 'api' : 'file'} onChange={setWay} />
      )}
      {isApi ? <ApiFields {...rest} /> : <FileFields {...rest} />}
    </>
  )
}

type FieldsProps = Omit<DataFieldsProps, 'isApi' | 'setWay'>

function FileFields({ source, fileProblem }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('file')}
        hint={t('file.hint')}
        error={fileProblem}
        type="file"
        name="file"
        accept=".zip,.csv,.tsv,.txt,.json"
      />
      {source === 'CSV' && (
        <TextField
          label={t('votes')}
          hint={t('votes.hint')}
          type="file"
          name="votes"
          accept=".csv,.tsv,.txt"
        />
      )}
    </>
  )
}

function ApiFields({ source, api, errorOf }: FieldsProps) {
  return (
    <>
      {api === 'keyAndUrl' && (
        <TextField
          label={t('url')}
          hint={t('url.hint')}
          error={errorOf('url')}
          type="url"
          name="url"
          required
        />
      )}
      <TextField
        label={t('key')}
        hint={t('key.hint')}
        error={errorOf('key')}
        type="password"
        name="key"
        autoComplete="off"
        required
      />
      {source === 'FEATUREOS' && (
        <Checkbox label={t('voters')} hint={t('voters.hint')} name="voters" defaultChecked />
      )}
    </>
  )
}
