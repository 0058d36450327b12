import { useState } from 'react'
import { useAction, useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/boards.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { InlineForm, textIn } from '../../ui/inline-form.tsx'
import { CREATE_BUCKET, UPDATE_BUCKET, type Bucket } from './board-documents.ts'

const t = messagesOf(texts)

type BoardFormProps = { bucket: Bucket | null; onClose: () => void; onStored: () => void }

/** Form of a bucket. One that another person has changed since is not overwritten. */
export function BoardForm({ bucket: latest, onClose, onStored }: BoardFormProps) {
  // The bucket as the form shows it, although a later read may bring another one.
  const [bucket] = useState(latest)
  const create = useActionOnce(CREATE_BUCKET)
  const update = useAction(UPDATE_BUCKET)
  const { errors, problem, isRunning } = bucket ? update : create
  const save = async (values: FormData) => {
    const fields = fieldsOf(values)
    const stored = bucket
      ? await update.run({ input: { id: bucket.id, ifUnchangedSince: bucket.updatedAt, ...fields } })
      : await create.run({ input: fields })
    if (!stored) return
    onStored()
    onClose()
  }
  return (
    <InlineForm
      name={bucket ? t('editThis', { name: bucket.name }) : t('new')}
      save={bucket ? t('save') : t('create')}
      isRunning={isRunning}
      problem={errors.ifUnchangedSince === undefined ? problem : t('changedSince')}
      onSave={(values) => void save(values)}
      onCancel={onClose}
    >
      <Words bucket={bucket} errors={errors} />
      <Access bucket={bucket} />
    </InlineForm>
  )
}

const fieldsOf = (values: FormData) => ({
  name: textIn(values, 'name'),
  description: textIn(values, 'description'),
  private: values.has('private'),
  requiresModeration: values.has('requiresModeration'),
})

function Words({ bucket, errors }: { bucket: Bucket | null; errors: Record<string, string> }) {
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        defaultValue={bucket?.name ?? ''}
        hint={bucket ? t('slugStays', { slug: bucket.slug }) : undefined}
        error={errors.name}
        maxLength={255}
        required
        autoFocus
      />
      <TextArea
        label={t('description')}
        name="description"
        defaultValue={bucket?.description ?? ''}
        hint={t('descriptionHint')}
        error={errors.description}
        maxLength={5000}
        rows={2}
      />
    </>
  )
}

function Access({ bucket }: { bucket: Bucket | null }) {
  return (
    <>
      <Checkbox
        label={t('isPrivate')}
        hint={t('isPrivateHint')}
        name="private"
        defaultChecked={bucket?.private ?? false}
      />
      <Checkbox
        label={t('needsApproval')}
        hint={t('needsApprovalHint')}
        name="requiresModeration"
        defaultChecked={bucket?.requiresModeration ?? false}
      />
    </>
  )
}
