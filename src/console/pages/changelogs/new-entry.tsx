import { useNavigate } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { CREATE, SETTINGS } from './changelog-documents.ts'

const t = messagesOf(texts)

type NewEntryProps = { organization: string; isOpen: boolean; onClose: () => void }

/** Asks for the title of a new entry, from which its address is made, then opens the draft. */
export function NewEntry({ organization, isOpen, onClose }: NewEntryProps) {
  return (
    <Dialog title={t('new')} isOpen={isOpen} onClose={onClose}>
      <NewEntryForm organization={organization} onClose={onClose} />
    </Dialog>
  )
}

function NewEntryForm({ organization, onClose }: Omit<NewEntryProps, 'isOpen'>) {
  const navigate = useNavigate()
  const [{ data }] = useQuery({ query: SETTINGS })
  const { run, problem, errors, isRunning } = useActionOnce(CREATE)
  const create = async (title: string) => {
    const locale = data?.organization?.defaultLocale
    const payload = await run({ input: { title, ...(locale && { locale }) } })
    if (!payload?.changelog) return
    const { id } = payload.changelog
    await navigate({ to: '/$organization/changelog/$id', params: { organization, id } })
  }
  return (
    <DialogForm
      action={t('new.create')}
      isRunning={isRunning}
      problem={problem}
      onSubmit={(values) => {
        const title = values.get('title')
        if (typeof title === 'string') void create(title)
      }}
      onClose={onClose}
    >
      <TextField
        label={t('entry.name')}
        name="title"
        placeholder={t('entry.namePlaceholder')}
        autoComplete="off"
        required
        autoFocus
        error={errors.title}
      />
    </DialogForm>
  )
}
