import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { DELETE_ROADMAP, type Roadmap } from './documents.ts'

const t = messagesOf(texts)

type DeleteRoadmapProps = { roadmap: Roadmap; isOpen: boolean; onClose: () => void }

/** Asks for the title of a roadmap, then deletes it and leaves its page. */
export function DeleteRoadmap({ roadmap: { id, title }, isOpen, onClose }: DeleteRoadmapProps) {
  const { run, problem } = useAction(DELETE_ROADMAP)
  const navigate = useNavigate({ from: '/$organization/roadmaps/$roadmap' })
  const remove = async () => {
    if (!(await run({ id }))) return
    onClose()
    toast({ text: t('deleted', { title }) })
    await navigate({ to: '/$organization/roadmaps' })
  }
  return (
    <Confirm
      title={t('delete.title', { title })}
      text={t('delete.text')}
      action={t('delete.verb')}
      requireText={title}
      problem={problem}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
