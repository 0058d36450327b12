import type { FormEvent } from 'react'
import { useAction, useActionOnce } from '../../live/use-action.ts'
import { useSinceOpened } from '../../live/use-since-opened.ts'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { CREATE_ROADMAP, UPDATE_ROADMAP, type Roadmap } from './documents.ts'

const t = messagesOf(texts)
const MODES = (['KANBAN', 'LIST', 'TIMELINE'] as const).map((value) => ({
  value,
  label: t(`view.${value.toLowerCase() as 'kanban' | 'list' | 'timeline'}`),
}))
const GROUPS = (['STATUS', 'MONTH', 'QUARTER'] as const).map((value) => ({
  value,
  label: t(`columns.${value.toLowerCase() as 'status' | 'month' | 'quarter'}`),
}))
const SCORES = (['NONE', 'VOTES', 'RICE', 'ICE'] as const).map((value) => ({
  value,
  label: t(`score.${value}`),
}))

type RoadmapFormProps = {
  /** Null to create one. */
  roadmap: Roadmap | null
  isOpen: boolean
  onClose: () => void
  onCreated?: (id: string) => void
  onDelete?: () => void
}

/** Dialog that creates a roadmap, or changes its title, description and how it opens. */
export function RoadmapForm({ isOpen, onClose, ...rest }: RoadmapFormProps) {
  return (
    <Dialog title={t(rest.roadmap ? 'settings' : 'create.title')} isOpen={isOpen} onClose={onClose}>
      <Fields {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ roadmap, onClose, onCreated, onDelete }: Omit<RoadmapFormProps, 'isOpen'>) {
  const { submit, errors, problem, isRunning } = useStore(roadmap, onClose, onCreated)
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('form.title')}
        name="title"
        required
        maxLength={255}
        defaultValue={roadmap?.title}
        error={errors.title}
        autoFocus
      />
      <Description text={roadmap?.description} error={errors.description} />
      {roadmap && <Views roadmap={roadmap} />}
      <Checkbox
        label={t('form.isPublic')}
        hint={t('form.isPublicHint')}
        name="isPublic"
        defaultChecked={roadmap?.isPublic ?? false}
      />
      {roadmap && <Checkbox label={t('form.archived')} name="archived" defaultChecked={roadmap.archived} />}
      {problem !== null && <p role="alert">{problem}</p>}
      <DialogActions>
        {onDelete && (
          <Button look="danger" onClick={onDelete}>
            {t('delete.open')}
          </Button>
        )}
        <Button look="main" type="submit" disabled={isRunning}>
          {t(roadmap ? 'form.save' : 'create.verb')}
        </Button>
      </DialogActions>
    </form>
  )
}

function Description({ text, error }: { text: string | undefined; error: string | undefined }) {
  return <TextArea label={t('form.description')} name="description" defaultValue={text} error={error} />
}

function Views({ roadmap }: { roadmap: Roadmap }) {
  return (
    <>
      <SelectField label={t('form.mode')} name="mode" options={MODES} defaultValue={roadmap.mode} />
      <SelectField
        label={t('columns')}
        name="kanbanViewGroup"
        options={GROUPS}
        defaultValue={roadmap.kanbanViewGroup}
      />
      <SelectField
        label={t('score.method')}
        name="scoreType"
        options={SCORES}
        defaultValue={roadmap.scoreType}
      />
    </>
  )
}

const FIELDS = [
  'title',
  'description',
  'isPublic',
  'archived',
  'mode',
  'kanbanViewGroup',
  'scoreType',
] as const
type FormRoadmap = Partial<Pick<Roadmap, (typeof FIELDS)[number]>> & { updatedAt: string }
const NEW: FormRoadmap = { updatedAt: '' }

/** Returns what stores the form, and the reasons for which it was refused. */
function useStore(roadmap: Roadmap | null, onClose: () => void, onCreated?: (id: string) => void) {
  const creation = useActionOnce(CREATE_ROADMAP)
  const update = useAction(UPDATE_ROADMAP)
  const { ifUnchangedSince } = useSinceOpened<FormRoadmap>(roadmap ?? NEW, FIELDS)
  const store = async (form: FormData) => {
    const fields = fieldsOf(form)
    if (!roadmap) {
      const created = await creation.run({ input: fields })
      if (created?.roadmap) onCreated?.(created.roadmap.id)
      return
    }
    const input = { id: roadmap.id, ifUnchangedSince, ...fields, ...viewsOf(form) }
    if (await update.run({ input })) onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void store(new FormData(event.currentTarget))
  }
  const action = roadmap ? update : creation
  const isChanged = action.errors.ifUnchangedSince !== undefined
  return { ...action, problem: isChanged ? t('changedSince') : action.problem, submit }
}

const fieldsOf = (form: FormData) => ({
  title: textIn(form, 'title'),
  description: textIn(form, 'description'),
  isPublic: form.has('isPublic'),
})

/** Fields that only a stored roadmap has. */
const viewsOf = (form: FormData) => ({
  ...({
    mode: textIn(form, 'mode'),
    kanbanViewGroup: textIn(form, 'kanbanViewGroup'),
    scoreType: textIn(form, 'scoreType'),
  } as Pick<Roadmap, 'mode' | 'kanbanViewGroup' | 'scoreType'>),
  archived: form.has('archived'),
})
