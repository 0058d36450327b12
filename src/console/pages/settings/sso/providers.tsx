import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Section } from '../../../app/settings-page.tsx'
import { useAction } from '../../../live/use-action.ts'
import texts from '../../../messages/en/providers.json'
import { messagesOf } from '../../../messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { useReturnFocus } from '../../../ui/inline-form.tsx'
import { ListRow } from '../../../ui/list-row.tsx'
import { RowActions } from '../../../ui/row-actions.tsx'
import rows from '../../../ui/rows.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { DELETE_SIGN_IN_PROVIDER, SIGN_IN_PROVIDERS, type SignInProvider } from './provider-documents.ts'
import { ProviderForm } from './provider-form.tsx'

const t = messagesOf(texts)
const MAX_PROVIDERS = 5

/** OpenID providers with which people sign in to the portal. */
export function Providers() {
  const [{ data, error }, read] = useQuery({ query: SIGN_IN_PROVIDERS })
  const [isAdding, setAdding] = useState(false)
  const organization = data?.organization
  const shared = {
    callbackUrls: organization?.signInCallbackUrls ?? [],
    onStored: () => read({ requestPolicy: 'network-only' }),
  }
  const providers = organization?.signInProviders ?? []
  return (
    <Section title={t('title')} text={t('text')}>
      {!organization && !error && <Skeleton rows={2} />}
      {!organization && error && <p role="alert">{t('failed')}</p>}
      {providers.length > 0 && (
        <ul className={rows.rows} aria-label={t('title')}>
          {providers.map((provider) => (
            <li key={provider.id}>
              <ProviderRow provider={provider} {...shared} />
            </li>
          ))}
        </ul>
      )}
      {organization && providers.length < MAX_PROVIDERS && (
        <div>
          <Button onClick={() => setAdding(true)}>
            <PlusIcon size={16} /> {t('add')}
          </Button>
        </div>
      )}
      <ProviderForm provider={null} isOpen={isAdding} onClose={() => setAdding(false)} {...shared} />
    </Section>
  )
}

type RowProps = { provider: SignInProvider; callbackUrls: readonly string[]; onStored: () => void }

function ProviderRow({ provider, callbackUrls, onStored }: RowProps) {
  const { name, issuer } = provider
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const edit = useReturnFocus(isEditing)
  return (
    <>
      <ListRow
        title={name}
        detail={issuer}
        actions={
          <RowActions
            name={name}
            edit={edit}
            onEdit={() => setEditing(true)}
            onDelete={() => setAsking(true)}
          />
        }
      />
      <ProviderForm
        {...{ provider, callbackUrls, onStored }}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      />
      <Remove {...{ provider, onStored }} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

type RemoveProps = Pick<RowProps, 'provider' | 'onStored'> & { isOpen: boolean; onClose: () => void }

/** Question before a provider is removed. */
function Remove({ provider: { id, name }, onStored, isOpen, onClose }: RemoveProps) {
  const { run, problem } = useAction(DELETE_SIGN_IN_PROVIDER)
  const remove = async () => {
    if (!(await run({ id }))) return
    onClose()
    toast({ text: t('removed', { name }) })
    onStored()
  }
  return (
    <Confirm
      title={t('remove', { name })}
      text={t('removeText', { name })}
      action={t('removeAction')}
      problem={problem}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
