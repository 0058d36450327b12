import { Link, useParams, useSearch } from '@tanstack/react-router'
import { XIcon } from '@primer/octicons-react'
import { useState, type ReactNode } from 'react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { Menu } from '../../ui/menu.tsx'
import button from '../../ui/button.module.css'
import styles from './inbox.module.css'
import { useViews, type View } from './use-views.ts'

const t = messagesOf(texts)

/** Filters and orders that a person has named, in this browser. */
export function SavedViews({ icon }: { icon: ReactNode }) {
  const { organization = '' } = useParams({ strict: false })
  const { part: _part, ...search } = useSearch({ from: '/$organization/posts' })
  const { views, save, remove } = useViews(organization)
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Menu
        label={
          <>
            {icon} {t('views')}
          </>
        }
        name={t('viewsHint')}
        align="end"
        className={`${button.button} ${button.quiet} ${styles.views}`}
      >
        {views.map((view) => (
          <ViewItem key={view.name} view={view} organization={organization} onForget={() => remove(view)} />
        ))}
        {views.length > 0 && <hr />}
        <button type="button" onClick={() => setNaming(true)}>
          {t('saveView')}
        </button>
      </Menu>
      <NameView
        isOpen={isNaming}
        onClose={() => setNaming(false)}
        onName={(name) => save({ name, search })}
      />
    </>
  )
}

type ViewItemProps = { view: View; organization: string; onForget: () => void }

function ViewItem({ view: { name, search }, organization, onForget }: ViewItemProps) {
  return (
    <div className={styles.view}>
      <Link to="/$organization/posts" params={{ organization }} search={search} dir="auto">
        {name}
      </Link>
      <Button look="quiet" aria-label={t('forgetView', { name })} onClick={onForget}>
        <XIcon size={14} />
      </Button>
    </div>
  )
}

type NameViewProps = { isOpen: boolean; onClose: () => void; onName: (name: string) => void }

function NameView({ isOpen, onClose, onName }: NameViewProps) {
  const submit = (form: FormData) => {
    onName(textIn(form, 'name'))
    onClose()
  }
  return (
    <Dialog title={t('saveView')} isOpen={isOpen} onClose={onClose}>
      <DialogForm action={t('save')} onSubmit={submit} onClose={onClose}>
        <TextField label={t('viewName')} name="name" required maxLength={40} autoFocus />
      </DialogForm>
    </Dialog>
  )
}
