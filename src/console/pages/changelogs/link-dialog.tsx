import type { Editor } from '@tiptap/core'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

const t = messagesOf(texts)

type LinkDialogProps = { editor: Editor; isOpen: boolean; onClose: () => void }

/** Address of the link at the selection. */
export function LinkDialog({ editor, isOpen, onClose }: LinkDialogProps) {
  const present = editor.getAttributes('link').href as string | undefined
  const set = (href: string) => {
    onClose()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (!href) chain.unsetLink().run()
    else if (editor.state.selection.empty && !present)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
  }
  return (
    <Dialog title={t('link.title')} isOpen={isOpen} onClose={onClose}>
      <form action={(data) => set(fieldText(data.get('href')))}>
        <TextField
          label={t('link.address')}
          name="href"
          type="url"
          defaultValue={present ?? 'https://'}
          autoFocus
        />
        <DialogActions>
          {present && <Button onClick={() => set('')}>{t('link.remove')}</Button>}
          <Button look="main" type="submit">
            {t('link.set')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Returns the value of a field with text. */
const fieldText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
