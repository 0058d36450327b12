import { useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/webhooks.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { ROTATE_SECRET } from './webhook-documents.ts'

const t = messagesOf(texts)
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

type Rotated = { secret: string; until: string | null }
type RotateProps = { id: string; isOpen: boolean; onClose: () => void }

/** Asks first, then shows the new secret once, with the time until which the old one signs too. */
export function RotateSecret({ id, isOpen, onClose }: RotateProps) {
  const [rotated, setRotated] = useState<Rotated | null>(null)
  const close = () => {
    setRotated(null)
    onClose()
  }
  return (
    <Dialog title={t(rotated ? 'rotated' : 'rotateTitle')} isOpen={isOpen} onClose={close}>
      {rotated ? (
        <>
          <ShownSecret secret={rotated.secret} note={noteOf(rotated)} />
          <DialogActions>
            <Button look="main" onClick={close}>
              {t('done')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <Question id={id} onClose={close} onRotated={setRotated} />
      )}
    </Dialog>
  )
}

const noteOf = ({ until }: Rotated) =>
  [t('secretNote'), until && t('rotatedUntil', { at: MOMENT.format(new Date(until)) })]
    .filter(Boolean)
    .join(' ')

type QuestionProps = { id: string; onClose: () => void; onRotated: (rotated: Rotated) => void }

function Question({ id, onClose, onRotated }: QuestionProps) {
  const { run, problem, isRunning } = useActionOnce(ROTATE_SECRET)
  const rotate = async () => {
    const done = await run({ id })
    if (done?.secret && done.webhook)
      onRotated({ secret: done.secret, until: done.webhook.previousSecretUntil })
  }
  return (
    <>
      <p>{t('rotateText')}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" disabled={isRunning} onClick={() => void rotate()}>
          {t('rotateAction')}
        </Button>
      </DialogActions>
    </>
  )
}
