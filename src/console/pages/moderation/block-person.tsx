import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/moderation.json'
import { messagesOf } from '../../messages.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { personOf } from './item-row.tsx'
import { BLOCK, type Item } from './moderation-documents.ts'

const t = messagesOf(texts)

/** Asks before the person who wrote an item is blocked. Null closes the dialog. */
export function BlockPerson({ item, onClose }: { item: Item | null; onClose: () => void }) {
  const { run, problem, reset } = useAction(BLOCK)
  const person = item && personOf(item)
  const name = person?.name ?? ''
  const close = () => {
    reset()
    onClose()
  }
  const block = async () => {
    const id = person?.customer?.id
    if (id === undefined || !(await run({ id, blocked: true }))) return
    const undo = () => void run({ id, blocked: false })
    toast({ text: t('blocked', { name }), undo })
    close()
  }
  return (
    <Confirm
      title={t('blockThis', { name })}
      text={t('blockText')}
      action={t('block')}
      problem={problem}
      isOpen={item !== null}
      onClose={close}
      onConfirm={() => void block()}
    />
  )
}
