import { useAction, useActionOnce } from '../../live/use-action.ts'
import { useSinceOpened } from '../../live/use-since-opened.ts'
import texts from '../../messages/en/statuses.json'
import { messagesOf } from '../../messages.ts'
import { ColorField } from '../../ui/color-field.tsx'
import { DotCheck } from '../../ui/dot-check.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { InlineForm, textIn } from '../../ui/inline-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { KINDS, type Kind } from './kinds.ts'
import { CREATE_STATUS, UPDATE_STATUS, type Status } from './status-documents.ts'

const t = messagesOf(texts)
const DEFAULT_COLOR = '#6366f1'
const KIND_OPTIONS = KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))

const FIELDS = ['name', 'kind', 'color', 'percentage'] as const
type FormStatus = Pick<Status, (typeof FIELDS)[number] | 'updatedAt'>
const NEW: FormStatus = { name: '', kind: 'PLANNED', color: DEFAULT_COLOR, percentage: 0, updatedAt: '' }

/** Fields of a status. One that another person has changed since is not overwritten. */
export function StatusForm({ status, onClose }: { status: Status | null; onClose: () => void }) {
  const { ifUnchangedSince } = useSinceOpened<FormStatus>(status ?? NEW, FIELDS)
  const create = useActionOnce(CREATE_STATUS)
  const update = useAction(UPDATE_STATUS)
  const { errors, problem, isRunning } = status ? update : create
  const save = async (values: FormData) => {
    const fields = fieldsOf(values)
    const stored = status
      ? await update.run({ input: { id: status.id, ifUnchangedSince, ...fields } })
      : await create.run({ input: fields })
    if (!stored) return
    if (!status) toast({ text: t('created', { name: fields.name }) })
    onClose()
  }
  return (
    <InlineForm
      name={status ? t('editThis', { name: status.name }) : t('new')}
      save={status ? t('save') : t('create')}
      isRunning={isRunning}
      problem={errors.ifUnchangedSince === undefined ? problem : t('changedSince')}
      onSave={(values) => void save(values)}
      onCancel={onClose}
    >
      <Words status={status} errors={errors} />
      <Looks status={status} errors={errors} />
    </InlineForm>
  )
}

const fieldsOf = (values: FormData) => ({
  name: textIn(values, 'name'),
  kind: textIn(values, 'kind') as Kind,
  color: textIn(values, 'color'),
  ...(textIn(values, 'percentage') !== '' && { percentage: Number(textIn(values, 'percentage')) }),
})

type FieldsProps = { status: Status | null; errors: Record<string, string> }

function Words({ status, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        defaultValue={status?.name ?? ''}
        error={errors.name}
        maxLength={255}
        required
        autoFocus
      />
      <SelectField
        label={t('kind')}
        hint={t('kindHint')}
        name="kind"
        defaultValue={status?.kind ?? 'PLANNED'}
        options={KIND_OPTIONS}
        error={errors.kind}
      />
    </>
  )
}

function Looks({ status, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('percentage')}
        hint={t('percentageHint')}
        name="percentage"
        type="number"
        min={0}
        max={100}
        step="any"
        defaultValue={status?.percentage ?? ''}
        error={errors.percentage}
      />
      <ColorField
        label={t('color')}
        name="color"
        defaultValue={status?.color ?? DEFAULT_COLOR}
        error={errors.color}
        check={(color) => <DotCheck color={color} />}
      />
    </>
  )
}
