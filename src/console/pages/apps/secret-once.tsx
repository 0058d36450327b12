import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Secret } from '../../ui/secret.tsx'

const t = messagesOf(texts)

type SecretOnceProps = { name: string; note: string; value: string | null; onClose: () => void }

/** Dialog with a new secret. */
export function SecretOnce({ name, note, value, onClose }: SecretOnceProps) {
  return (
    <Dialog title={t('secretsTitle')} isOpen={value !== null} onClose={onClose}>
      <Secret value={value ?? ''} name={name} note={note} />
      <DialogActions>
        <Button look="main" onClick={onClose}>
          {t('done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
