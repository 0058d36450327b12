import { useAction, useActionOnce } from '../../live/use-action.ts'
import { useSinceOpened } from '../../live/use-since-opened.ts'
import texts from '../../messages/en/tags.json'
import { messagesOf } from '../../messages.ts'
import { ColorField } from '../../ui/color-field.tsx'
import { DotCheck } from '../../ui/dot-check.tsx'
import { TextField } from '../../ui/field.tsx'
import { InlineForm, textIn } from '../../ui/inline-form.tsx'
import { CREATE_TAG, UPDATE_TAG, type Tag } from './tag-documents.ts'

const t = messagesOf(texts)
const DEFAULT_COLOR = '#6366f1'

type TagFormProps = { tag: Tag | null; onClose: () => void; onStored: () => void }

const NEW = { name: '', color: DEFAULT_COLOR, updatedAt: '' }

/** Name and color of a tag. One that another person has changed since is not overwritten. */
export function TagForm({ tag, onClose, onStored }: TagFormProps) {
  const { ifUnchangedSince } = useSinceOpened(tag ?? NEW, ['name', 'color'])
  const create = useActionOnce(CREATE_TAG)
  const update = useAction(UPDATE_TAG)
  const { errors, problem, isRunning } = tag ? update : create
  const save = async (values: FormData) => {
    const fields = { name: textIn(values, 'name'), color: textIn(values, 'color') }
    const stored = tag
      ? await update.run({ input: { id: tag.id, ifUnchangedSince, ...fields } })
      : await create.run({ input: fields })
    if (!stored) return
    onStored()
    onClose()
  }
  return (
    <InlineForm
      name={tag ? t('editThis', { name: tag.name }) : t('new')}
      save={tag ? t('save') : t('create')}
      isRunning={isRunning}
      problem={errors.ifUnchangedSince === undefined ? problem : t('changedSince')}
      onSave={(values) => void save(values)}
      onCancel={onClose}
    >
      <Fields tag={tag} errors={errors} />
    </InlineForm>
  )
}

function Fields({ tag, errors }: { tag: Tag | null; errors: Record<string, string> }) {
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        defaultValue={tag?.name ?? ''}
        error={errors.name}
        maxLength={255}
        required
        autoFocus
      />
      <ColorField
        label={t('color')}
        name="color"
        defaultValue={tag?.color ?? DEFAULT_COLOR}
        error={errors.color}
        check={(color) => <DotCheck color={color} />}
      />
    </>
  )
}
