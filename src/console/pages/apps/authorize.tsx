import { LinkExternalIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Copy } from '../../ui/copy.tsx'
import { Select } from '../../ui/select.tsx'
import { SCOPES, type App } from './app-documents.ts'
import styles from './apps.module.css'

const t = messagesOf(texts)

/** The link with which an app starts, to try it. */
export function Authorize({ app }: { app: App }) {
  const [{ data }] = useQuery({ query: SCOPES, variables: {} })
  const [chosen, setChosen] = useState<string | null>(null)
  const redirectUri = app.redirectUris.find((uri) => uri === chosen) ?? app.redirectUris[0] ?? ''
  const scope = (data?.scopes ?? [])
    .filter((one) => app.declaredScopes.includes(one.scope))
    .map(({ name }) => name)
    .join(' ')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    ...(scope && { scope }),
    state: 'try',
  })
  const address = `${location.origin}/oauth/authorize?${query.toString()}`
  return (
    <section className={styles.part} aria-labelledby="try">
      <h2 id="try">{t('tryTitle')}</h2>
      <p>{t(app.suspendedAt === null ? 'tryText' : 'suspendedTry')}</p>
      {app.suspendedAt === null && (
        <div className={styles.try}>
          {app.redirectUris.length > 1 && (
            <Select
              name={t('redirectTo')}
              value={redirectUri}
              options={app.redirectUris.map((uri) => ({ value: uri, label: uri }))}
              onChange={setChosen}
            />
          )}
          <a className={button.button} href={address} target="_blank" rel="noopener">
            <LinkExternalIcon size={14} /> {t('authorize')}
          </a>
          <code className={styles.address}>{address}</code>
          <Copy value={address} name={t('authorizeLink')} />
        </div>
      )}
    </section>
  )
}
