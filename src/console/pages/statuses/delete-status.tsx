import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/statuses.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { DELETE_STATUS, type Status } from './status-documents.ts'

const t = messagesOf(texts)

type DeleteStatusProps = {
  /** The status to delete. Null closes the dialog. */
  status: Status | null
  /** Number of its posts. */
  count: number
  onClose: () => void
}

/** Asks before a status is deleted. For one with posts it shows what to do first. */
export function DeleteStatus({ status, count, onClose }: DeleteStatusProps) {
  const { run, problem, reset } = useAction(DELETE_STATUS)
  const name = status?.name ?? ''
  const title = t('deleteThis', { name })
  const close = () => {
    reset()
    onClose()
  }
  const remove = async () => {
    if (!status || !(await run({ id: status.id }))) return
    toast({ text: t('deleted', { name }) })
    close()
  }
  if (count > 0)
    return (
      <Dialog title={title} isOpen={status !== null} onClose={close}>
        <p>{t('inUse', { count })}</p>
        <DialogActions>
          <Button onClick={close}>{t('close')}</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Confirm
      title={title}
      text={t('deleteText')}
      action={t('delete')}
      problem={problem === null ? null : t('inUseHidden')}
      isOpen={status !== null}
      onClose={close}
      onConfirm={() => void remove()}
    />
  )
}
