import { useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/exports.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox } from '../../ui/field.tsx'
import { InlineForm, textIn } from '../../ui/inline-form.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { START_EXPORT } from './export-documents.ts'

const t = messagesOf(texts)
const FORMS = ['ECHOLOG', 'CSV', 'QUACKBACK'] as const
type Form = (typeof FORMS)[number]
const OPTIONS = FORMS.map((value) => ({ value, label: t(`form.${value}`), hint: t(`form.${value}.hint`) }))

/** Form of an export. Only the form of this service has events and the audit log. */
export function NewExport({ onStarted }: { onStarted: () => void }) {
  const { run, problem, errors, isRunning } = useActionOnce(START_EXPORT)
  const [form, setForm] = useState<Form>('ECHOLOG')
  const [isAnonymous, setAnonymous] = useState(false)
  const hasLogs = form === 'ECHOLOG' && !isAnonymous
  const start = async (values: FormData) => {
    const withoutPersonalData = values.has('withoutPersonalData')
    const withEvents = hasLogs && values.has('withEvents')
    const withAudit = hasLogs && values.has('withAudit')
    if (await run({ input: { form, withoutPersonalData, withEvents, withAudit } })) onStarted()
  }
  return (
    <InlineForm
      name={t('new')}
      save={t('start')}
      isRunning={isRunning}
      problem={problem ?? Object.values(errors)[0]}
      onSave={(values) => void start(values)}
    >
      <div
        onChange={({ currentTarget }) => {
          const chosen = textIn(new FormData(currentTarget.closest('form') ?? undefined), 'form')
          setForm(FORMS.find((one) => one === chosen) ?? 'ECHOLOG')
        }}
      >
        <RadioList label={t('form')} name="form" options={OPTIONS} defaultValue="ECHOLOG" />
      </div>
      <Checkbox
        label={t('withoutPersonalData')}
        hint={t('withoutPersonalData.hint')}
        name="withoutPersonalData"
        checked={isAnonymous}
        onChange={({ target }) => setAnonymous(target.checked)}
      />
      {hasLogs && <Checkbox label={t('withEvents')} name="withEvents" />}
      {hasLogs && <Checkbox label={t('withAudit')} name="withAudit" />}
    </InlineForm>
  )
}
