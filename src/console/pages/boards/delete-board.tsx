import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import { useAllPages } from '../../live/use-all-pages.ts'
import texts from '../../messages/en/boards.json'
import uiTexts from '../../messages/en/ui.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { BUCKETS, DELETE_BUCKET, selectBoards, type Bucket } from './board-documents.ts'

const t = messagesOf(texts)
const ui = messagesOf(uiTexts)
const NO_VARIABLES = {}

type DeleteBoardProps = {
  /** The bucket to delete. Null closes the dialog. */
  bucket: Bucket | null
  onClose: () => void
  onDeleted: () => void
}

/** Asks where the posts of a bucket go, and for its name. */
export function DeleteBoard({ bucket, ...rest }: DeleteBoardProps) {
  const title = t('deleteThis', { name: bucket?.name ?? '' })
  return (
    <Dialog title={title} isOpen={bucket !== null} onClose={rest.onClose}>
      {bucket && <Question bucket={bucket} {...rest} />}
    </Dialog>
  )
}

function Question({ bucket, onClose, onDeleted }: DeleteBoardProps & { bucket: Bucket }) {
  const { run, problem, errors } = useAction(DELETE_BUCKET)
  const { nodes, isRead, isFailed } = useAllPages(BUCKETS, NO_VARIABLES, selectBoards)
  const others = nodes.filter(({ id }) => id !== bucket.id)
  const [typed, setTyped] = useState('')
  const [chosen, setTarget] = useState<string | null>(null)
  const target = chosen ?? others[0]?.id ?? ''
  const remove = async () => {
    const input = { id: bucket.id, ...(target !== '' && { movePostsToId: target }) }
    if (!(await run({ input }))) return
    const to = others.find(({ id }) => id === target)
    toast({ text: doneText(bucket, to) })
    onDeleted()
    onClose()
  }
  return (
    <DialogForm
      action={t('delete')}
      look="danger"
      isDisabled={typed !== bucket.name || !isRead}
      problem={problem ?? (isFailed ? ui('notRead') : null)}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <p>{t('deleteText', { count: bucket.postsCount })}</p>
      {others.length > 0 && (
        <Target others={others} value={target} error={errors.movePostsToId} onChange={setTarget} />
      )}
      <TextField
        label={t('typeName', { name: bucket.name })}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </DialogForm>
  )
}

const doneText = ({ name }: Bucket, to: Bucket | undefined) =>
  to ? t('deletedTo', { name, to: to.name }) : t('deleted', { name })

type TargetProps = {
  others: readonly Bucket[]
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** The board that receives the posts. */
function Target({ others, value, error, onChange }: TargetProps) {
  return (
    <SelectField
      label={t('postsGoTo')}
      hint={t('postsGoToHint')}
      error={error}
      value={value}
      options={others.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
