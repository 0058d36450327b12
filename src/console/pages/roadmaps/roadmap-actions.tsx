import { EyeClosedIcon, EyeIcon, GearIcon } from '@primer/octicons-react'
import { use, useState } from 'react'
import { ViewerContext } from '../../app/viewer.ts'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeleteRoadmap } from './delete-roadmap.tsx'
import { UPDATE_ROADMAP, type Roadmap } from './documents.ts'
import { RoadmapForm } from './roadmap-form.tsx'

const t = messagesOf(texts)

/** Buttons for a whole roadmap: publish, share, change and delete. */
export function RoadmapActions({ roadmap }: { roadmap: Roadmap }) {
  const { id, isPublic, slug } = roadmap
  const { run, isRunning } = useAction(UPDATE_ROADMAP)
  const [open, setOpen] = useState<'settings' | 'delete' | null>(null)
  const portalUrl = use(ViewerContext)?.organization?.portalUrl
  const publish = async () => {
    const changed = await run({ input: { id, isPublic: !isPublic } })
    toast(
      changed ? { text: t(isPublic ? 'hidden' : 'published') } : { text: t('publishRefused'), tone: 'bad' },
    )
  }
  const close = () => setOpen(null)
  return (
    <>
      {isPublic && portalUrl && <Copy value={`${portalUrl}/roadmap/${slug}`} name={t('address')} />}
      <Button aria-pressed={isPublic} disabled={isRunning} onClick={() => void publish()}>
        {isPublic ? <EyeIcon size={16} /> : <EyeClosedIcon size={16} />}
        <span>{t(isPublic ? 'public' : 'private')}</span>
      </Button>
      <Button
        look="quiet"
        aria-label={t('settings')}
        title={t('settings')}
        onClick={() => setOpen('settings')}
      >
        <GearIcon size={16} />
      </Button>
      <RoadmapForm
        roadmap={roadmap}
        isOpen={open === 'settings'}
        onClose={close}
        onDelete={() => setOpen('delete')}
      />
      <DeleteRoadmap roadmap={roadmap} isOpen={open === 'delete'} onClose={close} />
    </>
  )
}
