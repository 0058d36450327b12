import { useEffect, useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { useOptions } from './choices.ts'
import { MarkedArea } from './marked-area.tsx'
import { CREATE_POST, type PostRow } from './post-documents.ts'

const t = messagesOf(texts)

type NewPostProps = { isOpen: boolean; onClose: () => void; onCreate: (post: PostRow) => void }

/** Form for a post, of the person or on behalf of another. */
export function NewPost({ isOpen, onClose, onCreate }: NewPostProps) {
  return (
    <Dialog title={t('new')} isOpen={isOpen} onClose={onClose}>
      <Form onClose={onClose} onCreate={onCreate} />
    </Dialog>
  )
}

function Form({ onClose, onCreate }: Omit<NewPostProps, 'isOpen'>) {
  const { boards, reading } = useOptions()
  const { onOpen: readAll } = reading
  useEffect(readAll, [readAll])
  const { run, errors, problem, isRunning } = useActionOnce(CREATE_POST)
  const submit = async (form: FormData) => {
    const payload = await run({ input: inputIn(form) })
    if (!payload?.post) return
    onClose()
    onCreate(payload.post)
  }
  return (
    <DialogForm
      action={t('create')}
      isDisabled={isRunning}
      problem={problem}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <TextField label={t('postTitle')} name="title" required autoFocus error={errors.title} />
      <MarkedArea label={t('description')} name="description" error={errors.description} />
      <SelectField label={t('board')} name="board" options={boards} error={errors.bucketId} />
      <Submitter errors={errors} />
    </DialogForm>
  )
}

function inputIn(form: FormData) {
  const field = (name: string) => textIn(form, name).trim()
  const email = field('email')
  return {
    title: field('title'),
    description: field('description'),
    bucketId: field('board') || null,
    ...(email !== '' && { submitter: { email, name: field('name') || null } }),
  }
}

/** Button that opens the fields of another person, on whose behalf the post is. */
function Submitter({ errors }: { errors: Record<string, string> }) {
  const [isOnBehalf, setOnBehalf] = useState(false)
  if (!isOnBehalf)
    return (
      <Button look="quiet" onClick={() => setOnBehalf(true)}>
        {t('onBehalf')}
      </Button>
    )
  return (
    <>
      <TextField
        label={t('email')}
        name="email"
        type="email"
        required
        autoFocus
        hint={t('onBehalfHint')}
        error={errors['submitter.email']}
      />
      <TextField label={t('name')} name="name" error={errors['submitter.name']} />
    </>
  )
}
