import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { MarkedArea } from './marked-area.tsx'
import { EDIT_POST, type OpenPost } from './open-post-documents.ts'

const t = messagesOf(texts)

type EditProps = { post: OpenPost; isOpen: boolean; onClose: () => void }

/** Form for the words of a post. */
export function EditPost({ post, isOpen, onClose }: EditProps) {
  return (
    <Dialog title={t('edit')} isOpen={isOpen} onClose={onClose}>
      <Form post={post} onClose={onClose} />
    </Dialog>
  )
}

/** An unchanged description is not sent: as plain text it would lose its formatting. */
function Form({ post: latest, onClose }: Omit<EditProps, 'isOpen'>) {
  // The post as the form shows it, although an event may bring another one.
  const [post] = useState(latest)
  const { run, errors, problem, isRunning } = useAction(EDIT_POST)
  const submit = async (form: FormData) => {
    const title = textIn(form, 'title')
    const description = textIn(form, 'description')
    const isNewDescription = description.replaceAll('\r\n', '\n') !== post.description
    const changes = { ...(title !== post.title && { title }), ...(isNewDescription && { description }) }
    if (await run({ input: { id: post.id, ifUnchangedSince: post.updatedAt, ...changes } })) onClose()
  }
  return (
    <DialogForm
      action={t('save')}
      isDisabled={isRunning}
      problem={errors.ifUnchangedSince === undefined ? problem : t('changedSince')}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <TextField
        label={t('postTitle')}
        name="title"
        required
        defaultValue={post.title}
        error={errors.title}
      />
      <MarkedArea
        label={t('description')}
        name="description"
        rows={8}
        defaultValue={post.description}
        hint={t('editHint')}
        error={errors.description}
      />
    </DialogForm>
  )
}
