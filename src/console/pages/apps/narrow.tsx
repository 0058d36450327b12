import { useState } from 'react'
import { useQuery } from 'urql'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { nameOfType } from '../events/event-types.ts'
import { SCOPES } from './app-documents.ts'
import { scopeText } from './scope-text.ts'
import styles from './apps.module.css'
import type { Grant } from './install-actions.tsx'
import { NARROW_INSTALL } from './install-documents.ts'

const t = messagesOf(texts)

type NarrowProps = { grant: Grant; isOpen: boolean; onClose: () => void }

/** Dialog that takes scopes away from a grant, and chooses its events. */
export function Narrow({ grant, isOpen, onClose }: NarrowProps) {
  return (
    <Dialog title={t('narrowTitle', { name: grant.name })} isOpen={isOpen} onClose={onClose}>
      <Form grant={grant} onClose={onClose} />
    </Dialog>
  )
}

function Form({ grant, onClose }: Omit<NarrowProps, 'isOpen'>) {
  const { id, name, scopes, offered, onChange } = grant
  // The grant as the form shows it, although a later read may bring another one.
  const [updatedAt] = useState(grant.updatedAt)
  const hasEvents = offered.length > 0 && scopes.includes('WEBHOOKS_MANAGE')
  const { run, errors, problem, isRunning } = useAction(NARROW_INSTALL)
  const save = async (form: FormData) => {
    const input = {
      id,
      scopes: scopes.filter((scope) => form.has(`scope.${scope}`)),
      ...(hasEvents && { webhookEvents: offered.filter((event) => form.has(`event.${event}`)) }),
      ifUnchangedSince: updatedAt,
    }
    if (!(await run({ input }))) return
    toast({ text: t('narrowed', { name }) })
    onChange()
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget))
      }}
    >
      <p className={styles.quiet}>{t('narrowIntro')}</p>
      <Choices grant={grant} hasEvents={hasEvents} />
      <Problems texts={[...Object.values(errors), problem]} />
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" aria-busy={isRunning}>
          {t('save')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Scopes and events of the grant, to choose those that remain. */
function Choices({ grant, hasEvents }: { grant: Grant; hasEvents: boolean }) {
  const { scopes, offered, webhookEvents } = grant
  const [{ data }] = useQuery({ query: SCOPES, variables: {} })
  const described = (scope: (typeof scopes)[number]) => {
    const found = data?.scopes.find((one) => one.scope === scope)
    return found ? scopeText(found) : scope
  }
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{t('scopesTitle')}</legend>
        {scopes.map((scope) => (
          <Checkbox key={scope} name={`scope.${scope}`} label={described(scope)} defaultChecked />
        ))}
      </fieldset>
      {hasEvents && (
        <fieldset className={styles.choices}>
          <legend>{t('events')}</legend>
          {offered.map((event) => (
            <Checkbox
              key={event}
              name={`event.${event}`}
              label={nameOfType(event)}
              defaultChecked={webhookEvents.includes(event)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

const Problems = ({ texts }: { texts: readonly (string | null)[] }) =>
  texts.filter(Boolean).map((text) => (
    <p key={text} role="alert" className={styles.problem}>
      {text}
    </p>
  ))
