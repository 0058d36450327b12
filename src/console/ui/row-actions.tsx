import { PencilIcon, TrashIcon } from '@primer/octicons-react'
import type { Ref } from 'react'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'

const t = messagesOf(texts)

type RowActionsProps = {
  /** Name of the row's thing. */
  name: string
  /** Button that opens the row's form, from `useReturnFocus`. */
  edit: Ref<HTMLButtonElement>
  canDelete?: boolean
  onEdit: () => void
  onDelete: () => void
}

/** Buttons that edit and delete the thing of a row. */
export function RowActions({ name, edit, canDelete = true, onEdit, onDelete }: RowActionsProps) {
  const change = t('edit', { name })
  const remove = t('delete', { name })
  return (
    <>
      <Button look="quiet" ref={edit} aria-label={change} title={change} onClick={onEdit}>
        <PencilIcon size={16} />
      </Button>
      <Button look="quiet" aria-label={remove} title={remove} disabled={!canDelete} onClick={onDelete}>
        <TrashIcon size={16} />
      </Button>
    </>
  )
}
