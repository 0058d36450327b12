import texts from '../../messages/en/agents.json'
import { messagesOf } from '../../messages.ts'
import { Code } from '../../ui/code.tsx'
import apps from '../apps/apps.module.css'
import styles from './agents.module.css'
import { clientsAt } from './clients.ts'

const t = messagesOf(texts)
/** Hosts that only programs on the same computer reach. */
const LOOPBACK = /^(localhost|127\.|\[::1\])/

/** The address for agents, and a block for each known client. */
export function Connect() {
  const { origin, host, protocol } = location
  const isPublic = protocol === 'https:' && !LOOPBACK.test(host)
  return (
    <section className={apps.part} aria-labelledby="connect">
      <h2 id="connect">{t('connect')}</h2>
      <p>{t('connectText')}</p>
      <div className={styles.clients}>
        {clientsAt(`${origin}/mcp`).map(({ client, text }) => (
          <div key={client}>
            <h3>{t(`client.${client}`)}</h3>
            <p>{t(client === 'web' && !isPublic ? 'needsHttps' : `hint.${client}`)}</p>
            <Code text={text} name={t(`client.${client}`)} />
          </div>
        ))}
      </div>
      <p>{t('readOnly', { address: `${origin}/mcp?tools=read` })}</p>
    </section>
  )
}
