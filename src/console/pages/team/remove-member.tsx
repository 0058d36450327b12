import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/team.json'
import { messagesOf } from '../../messages.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { REMOVE_MEMBER, type Member } from './team-documents.ts'

const t = messagesOf(texts)

type RemoveMemberProps = {
  /** The member to remove. Null closes the dialog. */
  member: Member | null
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a person leaves the team. */
export function RemoveMember({ member, onClose, onRemoved }: RemoveMemberProps) {
  const { run, problem, reset } = useAction(REMOVE_MEMBER)
  const name = member?.user.name ?? ''
  const close = () => {
    reset()
    onClose()
  }
  const remove = async () => {
    if (!member || !(await run({ id: member.id }))) return
    toast({ text: t('removed', { name }) })
    onRemoved()
    close()
  }
  const isLastAdmin = problem !== null && /last admin/.test(problem)
  return (
    <Confirm
      title={t('removeThis', { name })}
      text={t('removeText')}
      action={t('remove')}
      problem={isLastAdmin ? t('lastAdmin', { name }) : problem}
      isOpen={member !== null}
      onClose={close}
      onConfirm={() => void remove()}
    />
  )
}
