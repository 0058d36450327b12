import { Link, useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { Section } from '../../app/settings-page.tsx'
import sourceTexts from '../../messages/en/import-sources.json'
import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { InlineForm } from '../../ui/inline-form.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { DataFields } from './data-fields.tsx'
import styles from './imports.module.css'
import { MoreOptions } from './more-options.tsx'
import { readForm } from './read-form.ts'
import { SendingBar } from './sending-bar.tsx'
import { SOURCES, sourceOf } from './sources.ts'
import { usePlan } from './use-plan.ts'

const t = messagesOf(texts)
const source = messagesOf(sourceTexts)
const FIRST = 'CANNY'
/** Fields that show their own refusal. */
const FIELDS = ['key', 'url', 'timezone', 'sourceName', 'columns', 'team']

/** Chooses a source and its data, and plans an import. */
export function NewImport() {
  return (
    <ForAdmins title={t('new')}>
      <PageHead title={t('new')}>
        <Link from="/$organization" to="/$organization/imports" className={button.button}>
          {t('back')}
        </Link>
      </PageHead>
      <Form />
    </ForAdmins>
  )
}

function Form() {
  const [chosen, setChosen] = useState<string>(FIRST)
  return (
    <div className={styles.page}>
      <Section title={t('source')} text={t('source.text')}>
        <div
          className={styles.sources}
          onChange={({ target }) => setChosen((target as HTMLInputElement).value)}
        >
          <RadioList label={t('source')} name="source" defaultValue={FIRST} options={SOURCE_OPTIONS} />
        </div>
      </Section>
      <Section title={t('data')} text={t('data.text')}>
        <Data key={chosen} chosen={chosen} />
      </Section>
    </div>
  )
}

/** The data of a source: a file or an API, and options. */
function Data({ chosen }: { chosen: string }) {
  const [way, setWay] = useState<'file' | 'api'>('api')
  const [isFileMissing, setFileMissing] = useState(false)
  const { plan, stop, upload, fileProblem, errors, problem, isRunning } = usePlan()
  const isSending = upload !== null
  useBlocker({ shouldBlockFn: () => isSending && !confirm(t('leave')), enableBeforeUnload: isSending })
  const { source: value, guide, api } = sourceOf(chosen)
  const isApi = api !== undefined && way === 'api'
  const { errorOf, other } = byField(errors)
  const submit = (values: FormData) => {
    const read = readForm(value, isApi, values)
    setFileMissing(!read)
    if (read) void plan(read)
  }
  return (
    <>
      <p>
        <a href={`/docs/guides/${guide}`} className={styles.guide} target="_blank" rel="noopener">
          {t('guide')}
        </a>
      </p>
      <InlineForm
        name={t('data')}
        save={t('submit')}
        isRunning={isRunning || isSending}
        problem={problem ?? other}
        onSave={submit}
      >
        <DataFields
          {...{ source: value, api, isApi, setWay, errorOf }}
          fileProblem={isFileMissing ? t('file.none') : (fileProblem ?? undefined)}
        />
        <MoreOptions isCsv={value === 'CSV'} errorOf={errorOf} />
      </InlineForm>
      {upload && <SendingBar {...upload} onStop={stop} />}
    </>
  )
}

/** Reasons of a refusal by the name of their field, and the first that belongs to no field of the form. */
function byField(errors: Record<string, string>) {
  const reasons = Object.entries(errors).map(([path, reason]) => [lastOf(path), reason] as const)
  return {
    errorOf: (name: string) => reasons.find(([field]) => field === name)?.[1],
    other: reasons.find(([field]) => !FIELDS.includes(field))?.[1],
  }
}

const SOURCE_OPTIONS = SOURCES.map(({ source: value }) => ({
  value,
  label: source(value),
  hint: source(`${value}.needs`),
}))

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
