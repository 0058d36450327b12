import type { Editor } from '@tiptap/core'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

const t = messagesOf(texts)
const MAX_LENGTH = 250

type AltDialogProps = { editor: Editor; isOpen: boolean; onClose: () => void }

/** Text for people who do not see the selected picture (WCAG 1.1.1). */
export function AltDialog({ editor, isOpen, onClose }: AltDialogProps) {
  const { alt } = editor.getAttributes('image') as { alt?: string }
  const set = (alt: FormDataEntryValue | null) => {
    onClose()
    if (typeof alt === 'string') editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run()
  }
  return (
    <Dialog title={t('alt.title')} isOpen={isOpen} onClose={onClose}>
      <DialogForm action={t('alt.set')} onSubmit={(values) => set(values.get('alt'))} onClose={onClose}>
        <TextField
          label={t('alt')}
          hint={t('alt.hint')}
          name="alt"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          defaultValue={alt}
          autoFocus
        />
      </DialogForm>
    </Dialog>
  )
}
